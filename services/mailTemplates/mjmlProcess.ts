import mjml2html from 'mjml'

// The process that runs MJML: `mjml.ts` starts it, and ends it where a mail takes too long and when none comes any more.

export type Answer = { html: string } | { failure: string }

process.on('message', async (source: string) => {
  let answer: Answer
  try {
    const { html } = await mjml2html(source, { validationLevel: 'strict', keepComments: false, fonts: {} })
    answer = { html }
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : 'unknown' }
  }
  process.send?.(answer)
})
