import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { maxReceiveTimeout } from '../../core/receiveTimeout.ts'
import { Id } from '../../core/schema.ts'
import { bytesOf } from '../../platform/files/source.ts'
import { receiveBytes, takeFiles } from '../../platform/files/upload.ts'
import { openPicture, receivePicture } from './pictures.ts'
import { previewFrame, readerFrame } from './previewFrame.ts'
import { longestPicture } from './rules.ts'
import { MailPicture } from './schema.ts'

const PictureParams = Type.Object({ companyId: Id, id: Id }, { additionalProperties: false })

/** The pictures of mails, and the page in which the editor shows a mail. */
export function register(app: App): void {
  takeFiles(app, scope =>
    scope.post(
      '/api/email/pictures',
      {
        bodyLimit: longestPicture,
        config: { access: 'company:send_email', receiveTimeout: maxReceiveTimeout },
        schema: { summary: 'Keep a picture for mails', response: { 201: MailPicture } }
      },
      async (request, reply) => {
        const picture = await receiveBytes(request, (bytes, size) =>
          receivePicture(app, request.companyId(), size, bytes)
        )
        return reply.status(201).send(picture)
      }
    )
  )

  // Every recipient sees the pictures, on any site where they read the mail. Mail services fetch those of many people from
  // few addresses.
  app.get(
    '/email-pictures/:companyId/:id',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 6000, '1 minute') },
      schema: { hide: true, params: PictureParams }
    },
    async (request, reply) => {
      const { companyId, id } = request.params
      const picture = await openPicture(app.db, companyId, id)
      if (!picture) throw new AppError('notFound', 'Imagem não encontrada')
      return reply
        .header('Content-Type', picture.mime)
        .header('Content-Length', Number(picture.size))
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .header('Content-Security-Policy', "sandbox; default-src 'none'")
        .send(Readable.from(bytesOf(picture), { objectMode: false }))
    }
  )

  for (const [url, { html, policy }] of Object.entries({
    '/email-preview': previewFrame,
    '/email-reader': readerFrame
  }))
    app.get(url, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Content-Security-Policy', policy)
        .send(html)
    )
}
