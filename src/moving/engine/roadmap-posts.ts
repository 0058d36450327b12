import { sql } from 'kysely'
import type { RoadmapPostRecord } from '../records.ts'
import { hashOf } from './hashes.ts'
import { findIds, findRefs, storeRefs } from './refs.ts'
import { count, dateOf, recordKey, leaveOut, problem, refuse, type Step } from './step.ts'

type Pair = { record: RoadmapPostRecord; roadmap: number; post: number }

/** Puts posts on roadmaps. */
export async function applyRoadmapPosts(step: Step, records: readonly RoadmapPostRecord[]): Promise<void> {
  const { left } = step.memory
  const kept = records.filter((record) => {
    if (!left.has(recordKey('post', record.post)) && !left.has(recordKey('roadmap', record.roadmap)))
      return true
    leaveOut(step, record, 'roadmapPost', 'Its post is left out.')
    return false
  })
  const keys = kept.map(({ externalId }) => externalId)
  const refs = await findRefs(step, 'roadmapPost', keys)
  const roadmaps = await findIds(
    step,
    'roadmap',
    kept.map(({ roadmap }) => roadmap),
  )
  const posts = await findIds(
    step,
    'post',
    kept.map(({ post }) => post),
  )
  const used = new Set<string>()
  const pairs = kept.flatMap((record): Pair[] => {
    const [roadmap, post] = [roadmaps.get(record.roadmap), posts.get(record.post)]
    if (roadmap === undefined || post === undefined) {
      const [field, value] = roadmap === undefined ? ['roadmap', record.roadmap] : ['post', record.post]
      refuse(step, record, 'roadmapPost', problem(field, value, 'does not exist'))
      return []
    }
    const isKnown = refs.has(record.externalId) || used.has(`${roadmap}:${post}`)
    used.add(`${roadmap}:${post}`)
    count(step.tally, 'roadmapPost', isKnown ? 'unchanged' : 'created')
    return isKnown ? [] : [{ record, roadmap, post }]
  })
  if (step.writes && pairs.length > 0) await storePairs(step, pairs)
}

const SCORES = ['reach', 'impact', 'confidence', 'effort', 'ease'] as const

async function storePairs(step: Step, pairs: readonly Pair[]): Promise<void> {
  const { session } = step
  const rows = pairs.map(({ record, roadmap, post }) => ({
    roadmap,
    post,
    position: record.position ?? null,
    created_at: dateOf(step, record.createdAt) ?? session.plannedAt,
    ...record.fields,
  }))
  await sql`insert into roadmap_posts (organization_id, roadmap_id, post_id, position, ${sql.join(SCORES.map((name) => sql.ref(name)))}, planned_for, created_at)
    select ${session.organizationId}::int, r.roadmap, r.post,
      coalesce(r.position, (select coalesce(max(p.position), -1) from roadmap_posts p
        where p.organization_id = ${session.organizationId} and p.roadmap_id = r.roadmap) + (row_number() over (partition by r.roadmap))::int),
      ${sql.join(SCORES.map((name) => sql.ref(`r.${name}`)))}, r."plannedFor", r.created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(roadmap int, post int, position int, reach float8,
      impact float8, confidence float8, effort float8, ease float8, "plannedFor" date, created_at timestamptz)
    on conflict do nothing`.execute(step.db)
  await storeRefs(
    step,
    'roadmapPost',
    pairs.map(({ record, roadmap, post }) => ({
      ...{
        externalId: record.externalId,
        localId: roadmap,
        secondId: post,
        created: true,
        hash: hashOf(record.position),
      },
    })),
  )
}
