/** HTTP status and title by code (Meta, "WhatsApp Cloud API: error codes" and "Instagram Platform: error codes"). */
const errors: Record<number, [http: number, title: string]> = {
  1: [400, 'API Unknown'],
  2: [503, 'API Service'],
  3: [500, 'API Method'],
  4: [429, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  33: [400, 'Parameter value is not valid'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  200: [403, 'Permissions error'],
  368: [403, 'Temporarily blocked for policies violations'],
  551: [400, 'This person is not available right now'],
  613: [429, 'Calls to this API have exceeded the rate limit'],
  2200: [400, 'Callback verification failed'],
  80007: [429, 'Rate limit issues'],
  130429: [429, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131031: [403, 'Account has been locked'],
  131037: [400, 'WhatsApp provided number needs display name approval'],
  131042: [400, 'Business eligibility payment issue'],
  131045: [500, 'Incorrect certificate'],
  131047: [400, 'Re-engagement message'],
  131048: [429, 'Spam rate limit hit'],
  131049: [400, 'Message withheld to maintain healthy ecosystem engagement'],
  131050: [400, 'User has stopped marketing messages from this business'],
  131051: [400, 'Message type unknown'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131056: [429, '(Business account, consumer account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  131062: [400, 'Business-scoped user id is not allowed here'],
  132000: [400, 'Template parameter count mismatch'],
  132001: [404, 'Template does not exist'],
  132005: [400, 'Template hydrated text too long'],
  132007: [400, 'Template format character policy violated'],
  132012: [400, 'Template parameter format mismatch'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  133005: [400, 'Two step verification PIN mismatch'],
  133010: [400, 'Phone number not registered'],
  135000: [400, 'Generic user error']
}

export const httpStatusOf = (code: number): number => errors[code]?.[0] ?? 400
export const titleOf = (code: number): string => errors[code]?.[1] ?? 'Unknown error'

export type Refusal = { code: number; httpStatus?: number; subcode?: number; details?: string }

/** The refusal of a request. */
export class GraphRefusal extends Error {
  readonly refusal: Refusal

  constructor(code: number, details?: string, subcode?: number) {
    super(details ?? titleOf(code))
    this.refusal = { code, ...(details && { details }), ...(subcode && { subcode }) }
  }
}

/** The body in which the Graph API says no. */
export function envelope({ code, subcode, details }: Refusal, trace: string, product?: 'whatsapp'): object {
  // Older codes carry the whole story in the message, those of messaging in error_data.
  const message = code < 1000 && details ? details : titleOf(code)
  return {
    error: {
      message: code === 190 ? message : `(#${code}) ${message}`,
      type: code === 100 && !product ? 'IGApiException' : 'OAuthException',
      code,
      ...(subcode && { error_subcode: subcode }),
      ...(product && details && { error_data: { messaging_product: product, details } }),
      ...(code === 2 || code === 131000 || code === 131016 ? { is_transient: true } : {}),
      fbtrace_id: trace
    }
  }
}

/** A failure as a webhook reports it. */
export const webhookError = (code: number, details = titleOf(code)): object => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details },
  href: 'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes'
})
