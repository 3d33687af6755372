/** A text that binds somebody: the privacy policy, the terms. */
export type LegalText = { title: string; intro: string; sections: { title: string; paragraphs: string[] }[] }
