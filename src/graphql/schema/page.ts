import type { InterfaceRef, ObjectRef } from '@pothos/core'
import { MAX_COUNT } from '../../db/lists/count-rows.ts'
import type { Page } from '../../db/lists/keyset.ts'
import { builder, type Types } from '../builder.ts'
import { enumType } from './enum.ts'

const PageInfoRef = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Position of a page in its list (Relay cursor connections).',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether items follow this page.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether items precede this page.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first item. Null for an empty page.',
      resolve: (page) => cursorAt(page, 0),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last item. Null for an empty page.',
      resolve: (page) => cursorAt(page, -1),
    }),
  }),
})

/**
 * Defines `<Name>Connection` and `<Name>Edge` for a type, over a page of its rows (Relay cursor connections).
 */
export function connectionType<Row>(
  name: string,
  node: ObjectRef<Types, unknown, Row> | InterfaceRef<Types, unknown, Row>,
) {
  const edge = edgeType(name, node)
  return builder.objectRef<Page<Row>>(`${name}Connection`).implement({
    description: `A page of a list of ${name} (Relay cursor connections).`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'The items of this page.',
        resolve: (page) => page.rows as never,
      }),
      edges: t.field({
        type: [edge],
        description: 'The items of this page with their cursors.',
        resolve: (page) => page.rows.map((row) => ({ page, row })),
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Information about the adjacent pages.',
        resolve: (page) => page as Page<unknown>,
      }),
      totalCount: t.int({
        description: `Number of items of the list, at most ${MAX_COUNT}. Counted only if it is selected.`,
        resolve: async (page) => Math.min(await countOf(page), MAX_COUNT),
      }),
      totalCountIsExact: t.boolean({
        description: `Whether the list has no more than ${MAX_COUNT} items.`,
        resolve: async (page) => (await countOf(page)) <= MAX_COUNT,
      }),
    }),
  })
}

function edgeType<Row>(
  name: string,
  node: ObjectRef<Types, unknown, Row> | InterfaceRef<Types, unknown, Row>,
) {
  return builder.objectRef<{ page: Page<Row>; row: Row }>(`${name}Edge`).implement({
    description: `An item of a list of ${name}, with its cursor.`,
    fields: (t) => ({
      cursor: t.string({
        description: 'Cursor of the item.',
        resolve: ({ page, row }) => page.cursorOf(row),
      }),
      node: t.field({ type: node, description: 'The item.', resolve: ({ row }) => row as never }),
    }),
  })
}

const counts = new WeakMap<object, Promise<number>>()

/** Counts the items of a list once for each page. */
function countOf<Row>(page: Page<Row>): Promise<number> {
  const counted = counts.get(page) ?? page.count()
  counts.set(page, counted)
  return counted
}

/** Arguments of every list: cursors, or an offset. */
export const pageArgs = builder.args((t) => ({
  first: t.int({ description: 'Page size, 1 to 100, from the start or after `after`. Default 30.' }),
  after: t.string({ description: 'Cursor of the item after which the page starts.' }),
  last: t.int({ description: 'Page size, 1 to 100, from the end or before `before`.' }),
  before: t.string({ description: 'Cursor of the item before which the page ends.' }),
  offset: t.int({ description: 'Number of items before the page, with `first` only. Excludes cursors.' }),
}))

function cursorAt(page: Page<unknown>, index: number): string | null {
  const row = page.rows.at(index)
  return row === undefined ? null : page.cursorOf(row)
}

const OrderDirectionRef = enumType('OrderDirection', 'Direction of an order.', {
  asc: 'Smallest, oldest or alphabetically first value first.',
  desc: 'Largest, newest or alphabetically last value first.',
})

/**
 * Defines `<Name>Order`, the argument `orderBy` of a list, and the enum `<Name>OrderField` of the fields by
 * which it can be sorted.
 */
export function orderType<const Fields extends Record<string, { value: string; description: string }>>(
  name: string,
  fields: Fields,
) {
  const FieldRef = builder.enumType(`${name}OrderField`, {
    description: `Field by which a list of ${name} is sorted.`,
    values: fields,
  })
  return builder.inputType(`${name}Order`, {
    description: `Order of a list of ${name}. Ties are ordered by id.`,
    fields: (t) => ({
      field: t.field({ type: FieldRef, required: true, description: 'Field by which the list is sorted.' }),
      direction: t.field({
        type: OrderDirectionRef,
        required: true,
        description: 'Direction in which it is sorted.',
      }),
    }),
  })
}
