import { nameKey } from '../../rules/people.ts'
import type { FeatureosRows } from './featureos.ts'

/** Facts that several lists contain. */
export type FeatureosIndex = {
  /** Percentage of each status, from the posts. */
  percentages: ReadonlyMap<string, number>
  /** Customer with a name, if exactly one has it. */
  customerByName: (name: string) => string | null
  /** Whether a customer exists. */
  isCustomer: (id: string) => boolean
  /** Person who has submitted a post, by a look-up or by the name. */
  submitterOf: (post: string) => string | undefined
  /** Whether all posts that a look-up by interactor finds have the customer's vote. */
  votesOnAll: (customer: string) => boolean
}

/** Reads the lists once for what other lists need. */
export async function readIndex(rows: FeatureosRows): Promise<FeatureosIndex> {
  const names = new Map<string, string | null>()
  const votes = new Map<string, number>()
  for await (const { row } of rows('customers')) {
    const [id, name] = [row.word('id'), row.word('name')]
    if (id === undefined) continue
    votes.set(id, row.count('votes_count') ?? -1)
    if (name !== undefined) names.set(nameKey(name), names.has(nameKey(name)) ? null : id)
  }
  const customerByName = (name: string) => names.get(nameKey(name)) ?? null
  const submitters = new Map<string, string>()
  for await (const { row, about } of rows('submitters')) {
    const id = row.word('id')
    if (id !== undefined && about !== undefined) submitters.set(id, about)
  }
  const percentages = new Map<string, number>()
  for await (const { row } of rows('feature_requests')) {
    const [id, name, status] = [
      row.word('id'),
      row.object('submitter')?.word('name'),
      row.object('custom_status'),
    ]
    const [slug, percentage] = [status?.word('value'), status?.count('percentage')]
    if (slug !== undefined && percentage !== undefined) percentages.set(slug, percentage)
    const customer = name === undefined ? null : customerByName(name)
    if (id !== undefined && customer !== null && !submitters.has(id)) submitters.set(id, customer)
  }
  const found = new Map<string, number>()
  for await (const { about } of rows('interactors'))
    if (about !== undefined) found.set(about, (found.get(about) ?? 0) + 1)
  return {
    percentages,
    customerByName,
    isCustomer: (id) => votes.has(id),
    submitterOf: (post) => submitters.get(post),
    votesOnAll: (customer) => votes.get(customer) === found.get(customer),
  }
}
