/** The provider's own entries stand under this id, which no company has. */
export const providerId = '0'.repeat(24)
