import type {
  InputFieldBuilder,
  InputFieldMap,
  InputShapeFromFields,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Access } from '../../access/access.ts'
import type { AppError } from '../../../lib/errors.ts'
import { withUploadPaths } from '../../../lib/images/upload-paths.ts'
import { builder, type Types } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { toUserErrors, UserErrorRef, type UserError } from './user-error.ts'

/** A field of a payload: its type, which is null in a payload with errors, and its description. */
type PayloadField<Type extends TypeParam<Types> = TypeParam<Types>> = {
  type: Type
  description: string
}

/** A field of a payload that describes its first error in the terms of a protocol. It is null after a success. */
type RefusalField = {
  type: TypeParam<Types>
  description: string
  resolve: (error: AppError) => unknown
}

type PayloadOf<Fields extends Record<string, PayloadField>> = {
  [Name in keyof Fields]: ShapeFromTypeParam<Types, Fields[Name]['type'], true>
}

type MutationOptions<Input extends InputFieldMap, Fields extends Record<string, PayloadField>> = {
  access: Access
  description: string
  /** Fields of `<Name>Input`, to which `clientMutationId` is added. */
  input: (t: InputFieldBuilder<Types, 'InputObject'>) => Input
  /** Fields of `<Name>Payload`, to which `errors` and `clientMutationId` are added. */
  payload: Fields
  /** Fields of `<Name>Payload` that describe an error, beside `errors`. */
  refusal?: Record<string, RefusalField>
  /**
   * Whether an idempotency key is an error, because the work cannot be one transaction. Default for mutations
   * without a credential, to which no key can belong.
   */
  refusesKey?: boolean
  /** Whether `Context.bulk` limits the concurrency of the work. */
  isBulk?: boolean
  /** Returns the payload. An expected `AppError` becomes data in `errors`. Any other error is thrown. */
  resolve: (
    input: InputShapeFromFields<Input>,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Promise<PayloadOf<Fields>> | PayloadOf<Fields>
}

type Payload = { clientMutationId: string | null; errors: UserError[] } & Record<string, unknown>

/**
 * Defines a mutation `name(input: <Name>Input!): <Name>Payload` with its two types. A payload with errors has
 * changed nothing, and its other fields are null.
 */
export function mutation<Input extends InputFieldMap, Fields extends Record<string, PayloadField>>(
  name: string,
  options: MutationOptions<Input, Fields>,
): void {
  const { access, description, input, payload, refusal = {}, resolve } = options
  const { refusesKey = access.require === 'anyone', isBulk = false } = options
  const InputRef = inputType(name, input)
  const PayloadRef = payloadType(name, payload, refusal)
  builder.mutationField(name, (t) =>
    t.field({
      type: PayloadRef,
      nullable: true,
      access,
      description,
      extensions: { refusesKey, isBulk },
      args: { input: t.arg({ type: InputRef, required: true, description: 'The input.' }) },
      resolve: async (_root, args, context, info) => {
        const given = args.input as InputShapeFromFields<Input> & { clientMutationId?: string | null }
        const clientMutationId = given.clientMutationId ?? null
        try {
          const result = await resolve(withUploadPaths(given, context.site), context, info)
          context.outcomes.succeeded += 1
          return { ...result, clientMutationId, errors: [] }
        } catch (error) {
          const errors = toUserErrors(error)
          if (!errors) throw error
          if (errors[0]?.code === 'LIMIT_EXCEEDED') context.outcomes.exceeded += 1
          return { ...errorFields(refusal, error as AppError), clientMutationId, errors }
        }
      },
    }),
  )
}

function errorFields(refusal: Record<string, RefusalField>, error: AppError): Record<string, unknown> {
  return Object.fromEntries(Object.entries(refusal).map(([field, { resolve }]) => [field, resolve(error)]))
}

const typeName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

function inputType<Input extends InputFieldMap>(
  name: string,
  input: MutationOptions<Input, Record<never, never>>['input'],
) {
  return builder.inputType(`${typeName(name)}Input`, {
    description: `Input of \`${name}\`.`,
    fields: (t): InputFieldMap => ({
      ...input(t),
      clientMutationId: t.string({ description: 'Any text. The payload returns it unchanged.' }),
    }),
  })
}

/** Adds to the description of a payload field that an error makes it null, in its sentence about null if it has one. */
function nullWithErrors(description: string): string {
  const { text, condition } = /^(?<text>.*) Null (?<condition>[^.]*)\.$/.exec(description)?.groups ?? {}
  if (text === undefined || condition === undefined) return `${description} Null if there are errors.`
  return `${text} Null ${condition}, or if there are errors.`
}

function payloadType(
  name: string,
  payload: Record<string, PayloadField>,
  refusal: Record<string, RefusalField>,
) {
  const described = [
    ...Object.entries(payload).map(([field, { type, description }]) => ({
      field,
      type,
      description: nullWithErrors(description),
    })),
    ...Object.entries(refusal).map(([field, { type, description }]) => ({ field, type, description })),
  ]
  return builder.objectRef<Payload>(`${typeName(name)}Payload`).implement({
    description: `Result of \`${name}\`.`,
    fields: (t) => ({
      ...Object.fromEntries(
        described.map(({ field, type, description }) => [
          field,
          t.field({
            type,
            nullable: true,
            description,
            resolve: (result) => result[field] as never,
          }),
        ]),
      ),
      clientMutationId: t.string({
        nullable: true,
        description: '`clientMutationId` of the input.',
        resolve: (result) => result.clientMutationId,
      }),
      errors: t.field({
        type: [UserErrorRef],
        description: 'Reasons for which nothing was changed. Empty after a success.',
        resolve: ({ errors }) => errors,
      }),
    }),
  })
}
