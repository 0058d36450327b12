import type { Transaction } from '../../db/database.ts'
import { slugify } from '../../lib/text/slug.ts'
import { roadmaps } from './content.ts'
import { reserveIds } from '../../db/writes/reserve-ids.ts'
import { idByKey } from './create-base.ts'
import { daysBefore } from './dates.ts'

/** Stores the roadmaps with their posts, in the order of the content. */
export async function addRoadmaps(
  tx: Transaction,
  organizationId: number,
  { now, people, posts }: { now: Date; people: Map<string, number>; posts: Map<string, number> },
): Promise<void> {
  const ids = await reserveIds(tx, 'roadmaps', roadmaps.length)
  const rows = roadmaps.map(({ icon, by, days, starts, ends, posts: _, ...roadmap }, index) => {
    const at = daysBefore(now, days, roadmap.title)
    return {
      ...roadmap,
      organizationId,
      id: ids[index],
      slug: slugify(roadmap.title),
      iconType: 'emoji',
      iconValue: icon,
      ownerId: idByKey(people, by),
      startDate: daysBefore(now, -starts, roadmap.title),
      endDate: ends === null ? null : daysBefore(now, -ends, roadmap.title),
      createdAt: at,
      updatedAt: at,
    }
  })
  await tx.insertInto('roadmaps').values(rows).execute()
  const roadmapPosts = rows.flatMap(({ createdAt }, index) =>
    (roadmaps[index]?.posts ?? []).map(({ post, ...score }, position) => ({
      organizationId,
      roadmapId: ids[index] as number,
      postId: idByKey(posts, post),
      position,
      ...score,
      createdAt,
    })),
  )
  await tx.insertInto('roadmapPosts').values(roadmapPosts).execute()
}
