import { CompiledQuery } from 'kysely'
import type { Viewer } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { postConditions } from '../../posts/post-filter.ts'
import { countStems, type Stem } from './count-stems.ts'
import { titleLikeness } from './title-likeness.ts'

type SimilarRequest = {
  organizationId: number
  title: string
  description: string
  viewer: Viewer
  /** Whether posts of private buckets are included. For the team only. */
  includePrivate: boolean
  bucketId?: number | null | undefined
  /** Post that is not returned, nor are those dismissed as its duplicates. */
  exceptId?: number | undefined
  first: number
}

/** A similar post, with a score from 0 to 1. */
export type SimilarPost = { postId: number; score: number }

/** Number of posts above which a stem is searched only together with another one. */
const COMMON = 400
/** Number of those that are searched in pairs. */
const MAX_PAIRED = 3
/** Number of posts with the stems that are weighed, and of those whose titles are compared. */
const MAX_WEIGHED = 600
const MAX_COMPARED = 300
/** Number of stems of a text that are searched, and of those whose weights are its whole weight. */
const MAX_STEMS = 8
const STEMS_SHARE = 0.6

/**
 * Returns the posts that resemble a text, most similar first: those that share its rare stems, weighted by their
 * rarity, and have a similar title. Stems that no post has belong to the weight of the text too, so that a post with
 * one of several scores low.
 */
export async function similarPosts(db: Db, request: SimilarRequest): Promise<SimilarPost[]> {
  const { title, first } = request
  const stems = (await countStems(db, request)).map((one) => ({ ...one, weight: stemWeight(one) }))
  const searched = rarest(stems)
  if (searched.length === 0) return []
  const candidates = await readCandidates(db, request, searched)
  const total = sumOf(stems.toSorted((one, other) => other.weight - one.weight).slice(0, MAX_STEMS))
  // Sums in another order may differ in their last digit.
  const sharedPart = ({ shared }: Candidate) =>
    Math.min(sumOf(shared.flatMap((number) => searched[number - 1] ?? [])) / total, 1)
  return candidates
    .map((post) => ({
      postId: post.id,
      score: STEMS_SHARE * sharedPart(post) + (1 - STEMS_SHARE) * titleLikeness(title, post.title),
    }))
    .sort((one, other) => other.score - one.score || other.postId - one.postId)
    .slice(0, first)
}

/** A post that shares stems of the text, by their number from 1. */
type Candidate = { id: number; title: string; shared: number[] }

type Weighted = Stem & { weight: number }

/** Weighs a stem by its rarity (inverse document frequency). A stem of the title weighs more. */
const stemWeight = ({ count, isInTitle }: Stem) => (isInTitle ? 1 : 0.5) / Math.log2(2 + count)

const sumOf = (stems: Weighted[]) => stems.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the at most 8 stems that the fewest posts have, those of the title first, without those that no post has. */
const rarest = (stems: Weighted[]) =>
  stems
    .filter(({ count }) => count > 0)
    .sort((one, other) => Number(other.isInTitle) - Number(one.isInTitle) || one.count - other.count)
    .slice(0, MAX_STEMS)

async function readCandidates(db: Db, request: SimilarRequest, stems: Weighted[]) {
  const { organizationId, bucketId, includePrivate, viewer, exceptId } = request
  const { from, conditions, parameters } = postConditions(
    organizationId,
    { bucketId, includePrivate },
    viewer,
  )
  const query = parameters.add(queryOf(stems))
  const names = parameters.add(stems.map(({ stem }) => quoted(stem)))
  const weights = parameters.add(stems.map(({ weight }) => weight))
  if (exceptId !== undefined) {
    const id = `${parameters.add(exceptId)}::int`
    conditions.push(`p.id <> ${id}`)
    conditions.push(`not exists (select 1 from dismissed_duplicates x where x.organization_id = $1
      and x.post_id = least(p.id, ${id}) and x.duplicate_id = greatest(p.id, ${id}))`)
  }
  const text = `with found as materialized (
      -- Without positions, and thereby decompressed once instead of once for each stem.
      select d.id, strip(d.document) as document from post_documents d
      where d.organization_id = $1 and d.document @@ ${query}::tsquery limit ${MAX_WEIGHED})
    select p.id, p.title, s.shared
    from found join ${from} on p.id = found.id
    cross join lateral (select sum(s.weight) as weight, array_agg(s.number::int) as shared
      from unnest(${names}::tsquery[], ${weights}::float8[]) with ordinality as s(stem, weight, number)
      where found.document @@ s.stem) s
    where ${conditions.join(' and ')}
    order by s.weight desc, p.id desc limit ${MAX_COMPARED}`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Candidate>(CompiledQuery.raw(text, parameters.values))
  return rows
}

/**
 * Any of the rare stems, or any two of the three rarest common ones, or the rarest if there is no other. The
 * index is read for every stem of the query.
 */
function queryOf(stems: Weighted[]): string {
  const sorted = stems.toSorted((one, other) => one.count - other.count)
  const rare = sorted.filter(({ count }) => count <= COMMON).map(({ stem }) => quoted(stem))
  const common = sorted.filter(({ count }) => count > COMMON).map(({ stem }) => quoted(stem))
  const [first, ...others] = common.slice(0, MAX_PAIRED)
  const pairs = [first, ...others].flatMap((one, index) =>
    others.slice(index).map((other) => `(${one} & ${other})`),
  )
  return [...rare, ...(pairs.length > 0 || rare.length > 0 || !first ? pairs : [first])].join(' | ')
}

/** A stem as a term of a tsquery. Stems have letters, digits and marks only. */
const quoted = (stem: string) => `'${stem.replaceAll("'", "''")}'`
