import SchemaBuilder, {
  type FieldNullability,
  type InputFieldMap,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import type PrismaTypes from '../db/generated/pothos.ts'
import { getDatamodel } from '../db/generated/pothos.ts'
import { accessPlugin, type Access, type FieldAccess } from './access/access.ts'
import type { Context } from './context.ts'

/** The schema builder of all modules. It defines only the empty root types. */
export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: number | string }
    DateTime: { Input: Date; Output: Date }
    Date: { Input: string; Output: string }
    BigInt: { Input: number; Output: number }
    JSON: { Input: unknown; Output: unknown }
    URL: { Input: string; Output: string }
    EmailAddress: { Input: string; Output: string }
    HTML: { Input: string; Output: string }
    JSONObject: { Input: Record<string, unknown>; Output: unknown }
  }
}>({
  plugins: [accessPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: () => {
      throw new Error('Rows are read with Kysely: the plugin types the model objects only')
    },
    dmmf: getDatamodel(),
  },
})

/** Types of the schema, for helpers that take field builders. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never

builder.queryType({ description: 'All queries.' })
builder.mutationType({ description: 'All mutations.' })
builder.subscriptionType({ description: 'All subscriptions.' })

declare global {
  // Pothos is extended by declaration merging. The type parameters repeat its own.
  export namespace PothosSchemaTypes {
    export interface ObjectFieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      /** Scope that an OAuth token needs, if it differs from the scope of the type in `type-scopes.ts`. */
      access?: FieldAccess
    }
    export interface QueryFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      /** Access level. The schema cannot be built with a root field that has none. */
      access: Access
    }
    export interface MutationFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      access: Access
    }
    export interface SubscriptionFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      access: Access
    }
  }
}
