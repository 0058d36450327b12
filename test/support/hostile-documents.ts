/** A document that is made to be expensive, of whichever kind of operation it is. */
export type HostileDocument = { name: string; query: string }

type Random = (least: number, most: number) => number
type Kind = { type: 'Query' | 'Mutation' | 'Subscription'; root: string; page: string }

const KINDS: Kind[] = [
  { type: 'Query', root: '__typename', page: 'posts(first: 5)' },
  { type: 'Subscription', root: 'events { id }', page: 'events' },
  { type: 'Mutation', root: '__typename', page: 'deleteTag(id: 1)' },
]
const FIELDS = 'id slug title description url preview pinned hidden createdAt updatedAt'.split(' ')
const list = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ')

/** Makes as many documents as asked for from a seed; equal seeds make equal documents. */
export function hostileDocuments(seed: number, count: number): HostileDocument[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, index) => {
    const [name, make] = SHAPES[index % SHAPES.length]!
    const kind = KINDS[Math.floor(index / SHAPES.length) % KINDS.length]!
    const text = `${make(random, kind)} # ${seed}.${index}`
    return { name: `${name} of ${kind.type} (${seed}.${index})`, query: text }
  })
}

/** A linear congruential generator (Numerical Recipes). */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (least, most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
}

const operationOf = ({ type }: Kind, selection: string) => `${type.toLowerCase()} { ${selection} }`

/** Fragments `f0`, `f1` … on a type, each of which spreads the next one so many times; the last selects `root`. */
export function fanOf(levels: number, spreads: number, type: string, root: string): string {
  const own = list(levels, (n) => `fragment f${n} on ${type} { ${`...f${n + 1} `.repeat(spreads)} }`)
  return `${own} fragment f${levels} on ${type} { ${root} }`
}

function fan(random: Random, kind: Kind): string {
  const levels = random(1, 4)
  // A walker that follows all of them still ends, so that the test fails rather than hangs.
  const most = Math.floor(Math.min(600 / levels, 10 ** (9 / levels)))
  const fragments = fanOf(levels, random(random(0, 1) ? 1 : most >> 1, most), kind.type, kind.root)
  return `${operationOf(kind, '...f0')} ${random(0, 2) ? fragments : fragments.replace(/\.\.\.f\d+/g, '... { $& }')}`
}

/** Many small fragments, each of which spreads some of those that follow it. */
function mesh(random: Random, kind: Kind): string {
  const count = random(2, 140)
  const most = random(0, 6)
  const part = (n: number) =>
    `fragment f${n} on ${kind.type} { ${list(Math.min(most, count - n - 1), () => `...f${random(n + 1, count - 1)}`)} ${kind.root} }`
  return `${operationOf(
    kind,
    list(count, (n) => `...f${n}`),
  )} ${list(count, part)}`
}

/** Fragments that lead back to themselves. */
function cycle(random: Random, kind: Kind): string {
  const count = random(1, 60)
  const part = (n: number) =>
    `fragment f${n} on ${kind.type} { ${list(random(1, 5), () => `...f${random(0, count - 1)}`)} ...f${(n + 1) % count} }`
  return `${operationOf(kind, '...f0')} ${list(count, part)}`
}

/** The same field again and again, each with the same field again and again below it, as types lead back to themselves. */
function repeated(random: Random): string {
  const width = random(1, 8)
  const levels = random(1, 9)
  const below = (level: number): string =>
    level === 0 ? 'id' : list(width, () => `mergedInto { ${random(0, 3) ? below(level - 1) : 'id'} }`)
  return `{ post(id: 1) { ${below(Math.min(levels, Math.floor(7 / Math.log2(width + 1)) + 1))} } }`
}

/** A fragment with many fields under many aliases. */
function wide(random: Random): string {
  const fields = list(random(1, 100), (n) => `x${n % 14}: ${FIELDS[(n % 14) % FIELDS.length]}`)
  const related = list(random(0, 8), () => 'submitter { id name } status { id name } tags { id name }')
  return `{ ${list(random(1, 17), (n) => `a${n}: posts(first: ${random(1, 30)}) { nodes { ...F } }`)} } fragment F on Post { ${random(0, 1) ? FIELDS.join(' ') : fields} ${related} }`
}

/** Errors, directives, variables, literals and operations, as many as there is room for. */
function many(random: Random, { page }: Kind): string {
  const count = random(1, 600)
  const shapes = [
    `{ ${list(count, (n) => `wrong${n}`)} }`,
    `{ __typename ${list(count, () => '@include(if: true)')} }`,
    `{ __typename ${list(count, (n) => `@wrong${n % 7}`)} }`,
    `query (${list(count, (n) => `$v${n}: Int`)}) { __typename }`,
    `{ posts(filter: { tagIds: [${list(count, (n) => String(n))}] }) { nodes { id } } }`,
    `{ posts(filter: ${'{ a: '.repeat(count)} 1 ${'}'.repeat(count)}) { nodes { id } } }`,
    `query ($v: ${'['.repeat(count)}Int${']'.repeat(count)}) { __typename }`,
    list(count, (n) => `query A${n} { __typename }`),
    `{ ${list(count, (n) => `a${n}: __typename`)} }`,
    `${'\n'.repeat(10 * count)} { ${list(count, () => `${page} { wrong }`)} }`,
    `{ ${'... { '.repeat(count)} __typename ${'}'.repeat(count)} }`,
    `{ ${list(count, (n) => `posts(first: ${n}) { nodes { id } }`)} }`,
  ]
  return shapes[random(0, shapes.length - 1)] ?? ''
}

/** The schema's description of itself, in pieces of different sizes. */
function introspection(random: Random): string {
  const type = 'name description kind ofType { name ofType { name ofType { name } } }'
  const pieces = [
    `types { name description fields { name description args { name type { ${type} } } type { ${type} } } }`,
    'types { possibleTypes { name fields { name description } } }',
    `types { fields(includeDeprecated: true) { name description type { ${type} fields { name } } } }`,
    'directives { name description args { name } } types { enumValues { name description } inputFields { name } }',
  ]
  return `{ ${list(random(1, random(0, 1) ? 4 : 31), (n) => `a${n}: __schema { ${pieces[random(0, pieces.length - 1)]} }`)} }`
}

const SHAPES: [name: string, make: (random: Random, kind: Kind) => string][] = [
  ['a fan', fan],
  ['a mesh', mesh],
  ['a cycle', cycle],
  ['a repeated field', repeated],
  ['a wide fragment', wide],
  ['many of one', many],
  ['introspection', introspection],
]
