import type { Field } from './compare.ts'

/** `neither`: ours is not right either. */
type Judged = { reason: string; neither?: true; mails: Record<string, Field | Field[]> }

/** Differences in which the other program errs, or that are meant to be, each with its reason. */
export const judged: readonly Judged[] = [
  {
    reason: 'The bytes are UTF-8 and the label says ISO-8859-1, ASCII or nothing: we go by the bytes',
    mails: {
      'attachment_emails/attachment_pdf_non_ascii.eml': 'text',
      'attachment_emails/attachment_pdf_non_ascii_lf.eml': 'text',
      'error_emails/content_transfer_encoding_7-bit.eml': 'text',
      'error_emails/content_transfer_encoding_empty.eml': 'text',
      'error_emails/content_transfer_encoding_plain.eml': 'text',
      'plain_emails/raw_email6.eml': 'text',
      'low-quality/incorrect-charset.raw': 'text'
    }
  },
  {
    reason: 'Letters without a label: we read Windows-1252, the other broken letters',
    mails: {
      'error_emails/invalid_subject_characters.eml': 'subject',
      'legacy/010.eml': 'subject',
      'legacy/016.eml': 'names',
      'legacy/020.eml': 'subject',
      'legacy/022.eml': 'subject',
      'legacy/023.eml': 'names',
      'legacy/027.eml': 'subject',
      'legacy/033.eml': 'text',
      'legacy/052.eml': ['subject', 'text'],
      'parts/chardet-success-iso-8859-1.raw': 'text'
    }
  },
  {
    reason: 'Letters that no label explains, or a picture that says it is a text',
    neither: true,
    mails: { 'parts/chardet-success-big-5.raw': 'text', 'parts/chardet-fail.raw': 'text' }
  },
  {
    reason: 'Letters in addresses and names in UTF-8, or broken before: the other has halves of letters',
    mails: { 'error_emails/must_supply_encoding.eml': 'sender', 'rfc6532/utf8_headers.eml': 'sender' }
  },
  {
    reason: 'Not an address that mail goes to: without a domain, or with comments in it, which we refuse',
    mails: {
      'mime_emails/raw_email11.eml': 'sender',
      'rfc2822/example10.eml': 'sender',
      'thirdparty/007.eml': 'sender',
      'mail/inlinemultipart.raw': 'sender',
      'mail/malformed-multiple-address-header-values.raw': 'sender'
    }
  },
  {
    reason: 'A name before an address without quotes: the other makes it a part of the address',
    mails: { 'plain_emails/mix_caps_content_type.eml': 'sender' }
  },
  {
    reason: 'A boundary or a name with signs that need quotes: the other cuts it and finds no parts',
    mails: {
      'attachment_emails/attachment_with_base64_encoded_name.eml': 'names',
      'attachment_emails/attachment_with_unquoted_name.eml': 'names',
      'mime_emails/raw_email_with_binary_encoded.eml': 'files',
      'mime_emails/raw_email_with_illegal_boundary.eml': 'files',
      'plain_emails/raw_email_bad_time.eml': 'files',
      'malformed/017.eml': 'names'
    }
  },
  {
    reason: 'A path of Windows without escapes: the other keeps the folders',
    mails: { 'legacy/035.eml': 'names', 'legacy/039.eml': 'names' }
  },
  {
    reason: 'A header with a space in its name, or one that is not folded: the other ends the headers there',
    mails: {
      'plain_emails/raw_email_incorrect_header.eml': ['subject', 'text'],
      'rfc2822/example13.eml': ['subject', 'text'],
      'low-quality/bad-header-wrap.raw': 'files'
    }
  },
  {
    reason: 'Files in uuencode: we decode them, the other does not',
    mails: { 'legacy/017.eml': 'files', 'legacy/026.eml': 'files', 'legacy/048.eml': 'files' }
  },
  {
    reason: 'Words that say base64 and are none: the other keeps what is no file',
    mails: { 'rfc/000.eml': 'files' }
  },
  {
    reason: 'One sign too many behind base64: the other decodes nothing',
    mails: { 'parts/extra-base64-character.raw': 'text' }
  },
  {
    reason: 'A type that is none, of a page: we show its text, the other its tags',
    mails: { 'parts/empty-ctype-bad-content.raw': 'text' }
  },
  {
    reason: 'The mail in a report is its file, in quoted-printable here, and not a part of its text',
    mails: { 'fixtures/bounce.eml': 'text' }
  },
  {
    reason: 'An inner boundary behind its outer one: we show each part, the other takes the boundaries for a text',
    mails: {
      'malformed/009.eml': 'files',
      'malformed/011.eml': 'files',
      'malformed/012.eml': 'text',
      'malformed/021.eml': 'text'
    }
  },
  {
    reason: 'The same with headers in the text, two types of one part, or parts cut by chance',
    neither: true,
    mails: { 'malformed/016.eml': 'text', 'malformed/019.eml': 'text', 'malformed/020.eml': 'text' }
  }
]

/** The judgement on a difference in a mail, if there is one. */
export const judgementOn = (mail: string, field: Field): Judged | undefined =>
  judged.find(({ mails }) =>
    Object.entries(mails).some(([name, fields]) => mail.endsWith(`/${name}`) && [fields].flat().includes(field))
  )
