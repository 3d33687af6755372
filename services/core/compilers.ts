import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { emailTexts, findEmailFault, readNamedEmail, readTypedEmail } from './emails.ts'
import { emailKeyword } from './refusals/rules.ts'
import { isDay } from './rules.ts'

type Keywords = NonNullable<NonNullable<NonNullable<FastifyServerOptions['ajv']>['customOptions']>['keywords']>

type Place = { parentData: unknown; parentDataProperty: string | number }
type Check = { (stated: unknown, value: string, schema?: unknown, place?: Place): boolean; errors?: object[] }

const readInPlace: Check = (stated, value, _schema, place) => {
  const read = readNamedEmail(value)
  if (read === null) {
    const message = emailTexts[findEmailFault(value) ?? 'malformed']
    readInPlace.errors = [{ keyword: emailKeyword, message, params: { text: message } }]
    return false
  }
  if (place)
    (place.parentData as Record<string | number, unknown>)[place.parentDataProperty] =
      stated === 'typed' ? readTypedEmail(value).email : read
  return true
}

/** Keywords of our schemas beyond JSON Schema. */
export const keywords: Keywords = [
  {
    keyword: emailKeyword,
    type: 'string',
    modifying: true,
    errors: true,
    validate: readInPlace
  }
]

type Checker = Parameters<NonNullable<NonNullable<FastifyServerOptions['ajv']>['onCreate']>>[0]

/** Days and moments are of years that anybody means; of any others the database or the calendar would fail. */
export function boundDates(checker: Checker): void {
  for (const name of ['date', 'date-time'] as const) {
    const usual = checker.formats[name] as { validate(text: string): boolean }
    checker.addFormat(name, {
      type: 'string',
      validate: (text: string) => isDay(text.slice(0, 10)) && usual.validate(text)
    })
  }
}

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Validator = ReturnType<FastifySchemaCompiler<object>>
type Serializer = (data: unknown) => string

/**
 * Compiles validators and serialisers with the first request that needs them, and shares the serialiser of a shape:
 * every route has the same failures. There are more than a thousand, of which a process uses few; compiling all of them
 * took a third of its start.
 */
export const compilersFactory: Factories = {
  // Its declared type is Ajv's own `compile`; Fastify calls it with the route, and so does it expect to be called.
  buildValidator: ((...options: Parameters<ReturnType<typeof AjvCompiler>>) => {
    const compile = AjvCompiler()(...options) as unknown as FastifySchemaCompiler<object>
    return ((route: Parameters<typeof compile>[0]) => {
      let made: Validator | undefined
      const validate: Validator = data => {
        made ??= compile(route)
        const valid = made(data)
        validate.errors = made.errors
        return valid
      }
      return validate
    }) as unknown
  }) as NonNullable<Factories['buildValidator']>,

  buildSerializer: (schemas, options) => {
    const compile = SerializerSelector()(schemas, options)
    const made = new WeakMap<object, Serializer>()
    return route => data => {
      const shape = route.schema as object
      let serialize = made.get(shape)
      if (!serialize) {
        serialize = compile(route)
        made.set(shape, serialize)
      }
      return serialize(data)
    }
  }
}
