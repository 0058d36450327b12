declare const VALUE: unique symbol

/** A JSON Schema (draft 2020-12), with the TypeScript type of the values that it describes. */
export type Schema<Value = unknown> = { readonly [keyword: string]: unknown; readonly [VALUE]?: Value }

/** Type of the values that a schema describes. */
type ValueOf<Described> = Described extends Schema<infer Value> ? Value : never

type Fields = Record<string, Schema>
type ValuesOf<Described extends Fields> = { [Name in keyof Described]: ValueOf<Described[Name]> }

const described = (description?: string) => (description === undefined ? {} : { description })

/** Returns the schema of a text. */
export const text = (description?: string): Schema<string> => ({ type: 'string', ...described(description) })

/** Returns the schema of an integer. */
export const integer = (): Schema<number> => ({ type: 'integer' })

/** Returns the schema of a boolean. */
export const flag = (description?: string): Schema<boolean> => ({
  type: 'boolean',
  ...described(description),
})

/** Returns the schema of one of several texts. */
export const oneOf = <const Text extends string>(
  texts: readonly Text[],
  description?: string,
): Schema<Text> => ({ enum: texts, ...described(description) })

/** Returns the schema of a text or null. */
export const textOrNull = (description?: string): Schema<string | null> => ({
  type: ['string', 'null'],
  ...described(description),
})

/** Returns the schema of a list. */
export const list = <Item>(items: Schema<Item>, description?: string): Schema<Item[]> => ({
  type: 'array',
  items,
  ...described(description),
})

/** Returns the schema of the arguments of a tool. A call with others is refused, which the schema does not repeat. */
export const input = <Required extends Fields, Optional extends Fields = Record<never, Schema>>(
  required: Required,
  optional: Optional = {} as Optional,
): Schema<ValuesOf<Required> & { [Name in keyof Optional]?: ValueOf<Optional[Name]> | undefined }> => ({
  type: 'object',
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
})

/**
 * Returns the schema of an object in a result. It names no required members, because the list of tools has a bounded
 * size. All of `fields` are present, and those of `sometimes` may be absent.
 */
export const output = <Always extends Fields, Sometimes extends Fields = Record<never, Schema>>(
  fields: Always,
  sometimes: Sometimes = {} as Sometimes,
): Schema<ValuesOf<Always> & { [Name in keyof Sometimes]?: ValueOf<Sometimes[Name]> | undefined }> => ({
  type: 'object',
  properties: { ...fields, ...sometimes },
})

/** Idempotency key of a call that creates something. */
export const KEY: Schema<string> = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A repeated call with the same key, within 24 hours, creates nothing twice.',
}

/** Condition of a change. */
export const UNCHANGED_SINCE: Schema<string> = {
  type: 'string',
  description: 'updated_at as read. Fails with CONFLICT after another change.',
}
