/**
 * Result of a successful operation: the objects that a query returns are not null, nor is what a payload
 * contains beside `errors`.
 */
export type Succeeded<Data> = { [Root in keyof Data]: SucceededField<NonNullable<Data[Root]>> }
type SucceededField<Value> = Value extends { errors: readonly unknown[] }
  ? { [Field in keyof Value]: NonNullable<Value[Field]> }
  : Value

/** Variables in which an optional field may also be undefined. It is then omitted. */
export type Omissible<Value> = Value extends readonly (infer Item)[]
  ? Omissible<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : {
          [Name in keyof Value]: Omissible<Value[Name]> | (undefined extends Value[Name] ? undefined : never)
        } & {}
    : Value
