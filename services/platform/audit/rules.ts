/** The chain of the provider's own entries; no company has this id. */
export const providerId = '0'.repeat(24)
