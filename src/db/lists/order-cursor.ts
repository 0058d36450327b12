import { decodeCursor, encodeCursor } from '../../lib/text/page-cursor.ts'
import type { OrderColumn } from './keyset.ts'

/** Returns a function that returns the cursor of a row in a list with this order. */
export function cursorWriter<Row>(order: readonly OrderColumn<Row>[]): (row: Row) => string {
  const name = nameOf(order)
  return (row) =>
    encodeCursor(
      order.map(({ value }) => value(row)),
      name,
    )
}

/** Returns the values of a cursor of a list with this order. Null if it is no such cursor, which is client input. */
export function readCursor<Row>(
  order: readonly OrderColumn<Row>[],
  cursor: string,
): (string | number)[] | null {
  const shape = order.map(({ type }) => (type === 'int' || type === 'bigint' ? 'number' : 'string'))
  const values = decodeCursor(cursor, shape, nameOf(order))
  return values?.every((value, index) => fits(value, order[index]?.type)) ? values : null
}

/** Names an order in its cursors: the columns without their relation, with a minus if they descend. */
const nameOf = <Row>(order: readonly OrderColumn<Row>[]) =>
  order
    .map(({ column, descending }) => `${descending ? '-' : ''}${column.slice(column.lastIndexOf('.') + 1)}`)
    .join(' ')

/** Whether a cursor's value can be cast to its column's type. */
function fits(value: string | number, type: OrderColumn<unknown>['type'] | undefined): boolean {
  if (type === 'int') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (type === 'bigint') return Number.isSafeInteger(value)
  return type === 'text' || isMoment(String(value))
}

const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether `text` is an existing date as `toISOString` formats it, in a year from 0001 to 9999. */
function isMoment(text: string): boolean {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
