import DataLoader from 'dataloader'
import type { Db } from '../db/database.ts'
import type { Changelog, Comment, Post, PrismaClient } from '../db/generated/client/client.ts'
import { readRows } from '../db/long-texts.ts'
import { notFound } from '../lib/errors.ts'
import { countPosts } from '../modules/buckets/count-posts.ts'
import { labelsOfChangelogs } from '../modules/changelogs/labels-of-changelogs.ts'
import { LOCALES } from '../modules/changelogs/locales.ts'
import { postsOfChangelogs } from '../modules/changelogs/posts-of-changelogs.ts'
import { commentsBelow, type CommentsBelowRequest } from '../modules/comments/comments-below.ts'
import { countByPerson } from '../modules/customers/count-by-person.ts'
import { listMergedPosts, type MergedPostsRequest } from '../modules/posts/merging/list-merged-posts.ts'
import { listRoadmapPosts, type RoadmapPostsRequest } from '../modules/roadmaps/list-roadmap-posts.ts'
import { measureRoadmaps } from '../modules/roadmaps/measure-roadmaps.ts'
import { tagsOfPosts } from '../modules/tags/tags-of-posts.ts'
import { DELIVERY_COLUMNS } from '../modules/webhooks/deliveries/delivery-row.ts'
import { listAttempts } from '../modules/webhooks/deliveries/list-attempts.ts'
import { WEBHOOK_COLUMNS } from '../modules/webhooks/webhook-snapshot.ts'

export type Loaders = ReturnType<typeof createLoaders>

/**
 * Creates one loader per kind of referenced row. All rows of one kind are read with one statement. Each reads
 * rows of one organization only. An id of another organization is not found.
 */
export function createLoaders(
  { prisma, db }: { prisma: PrismaClient; db: Db },
  organizationId: number,
  actorId: number | null,
) {
  const byId = <Row extends { id: number }>(read: (id: { in: number[] }) => Promise<Row[]>) => {
    let loader: DataLoader<number, Row | null> | undefined
    const make = () =>
      new DataLoader<number, Row | null>(async (ids) => {
        const rows = new Map((await read({ in: [...ids] })).map((row) => [row.id, row]))
        return ids.map((id) => rows.get(id) ?? null)
      })
    const get = (id: number) => (loader ??= make()).load(id)
    return {
      /** Returns the row, or null when the organization has none with this id. */
      find: get,
      /** Returns a row whose existence a foreign key guarantees. */
      async one(id: number): Promise<Row> {
        const row = await get(id)
        if (!row) throw notFound('Object')
        return row
      },
    }
  }
  return {
    user: byId((id) => prisma.user.findMany({ where: { organizationId, id } })),
    apiKey: byId((id) => prisma.apiKey.findMany({ where: { organizationId, id }, omit: { keyHash: true } })),
    post: byId(({ in: ids }) => readRows<Post>(db, 'posts', organizationId, ids)),
    mergedPosts: perRequest((request: MergedPostsRequest) =>
      byId(({ in: ids }) => listMergedPosts(db, organizationId, ids, request)),
    ),
    bucket: byId((id) => prisma.bucket.findMany({ where: { organizationId, id } })),
    status: byId((id) => prisma.status.findMany({ where: { organizationId, id } })),
    changelog: byId(({ in: ids }) => readRows<Changelog>(db, 'changelogs', organizationId, ids)),
    translationsOf: groups(async (ids) => {
      const below = { key: 'original_id', rowsPerId: LOCALES.length }
      const rows = await readRows<Changelog>(db, 'changelogs', organizationId, ids, below)
      return rows.map((row) => [Number(row.originalId), row] as const)
    }),
    changelogLabel: byId((id) => prisma.changelogLabel.findMany({ where: { organizationId, id } })),
    labelsOfChangelog: groups((ids) => labelsOfChangelogs(db, organizationId, ids)),
    postsOfChangelog: groups((ids) => postsOfChangelogs(db, organizationId, ids)),
    roadmap: byId((id) => prisma.roadmap.findMany({ where: { organizationId, id } })),
    roadmapMeasure: perRequest((request: { publicOnly: boolean }) =>
      byId(({ in: ids }) => measureRoadmaps(db, organizationId, ids, request)),
    ),
    roadmapPosts: perRequest((request: RoadmapPostsRequest) =>
      byId(({ in: ids }) => listRoadmapPosts(db, organizationId, ids, request)),
    ),
    tag: byId((id) => prisma.tag.findMany({ where: { organizationId, id } })),
    /** Returns the direction of the caller's vote on a post, or null. */
    viewerVote: groups(async (postIds) => {
      if (actorId === null) return []
      const rows = await db
        .selectFrom('votes')
        .select(['postId', 'direction'])
        .where('organizationId', '=', organizationId)
        .where('postId', 'in', postIds)
        .where('userId', '=', actorId)
        .execute()
      return rows.map(({ postId, direction }) => [postId, direction] as const)
    }),
    webhook: byId(({ in: ids }) =>
      db
        .selectFrom('webhooks')
        .select(WEBHOOK_COLUMNS)
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute(),
    ),
    delivery: byId(({ in: ids }) =>
      db
        .selectFrom('deliveries')
        .select(DELIVERY_COLUMNS)
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute(),
    ),
    attemptsOfDelivery: groups((ids) => listAttempts(db, organizationId, ids)),
    webhookOfInstall: groups(async (installIds) => {
      const rows = await db
        .selectFrom('webhooks')
        .select(WEBHOOK_COLUMNS)
        .where('organizationId', '=', organizationId)
        .where('installId', 'in', installIds)
        .execute()
      return rows.map((row) => [Number(row.installId), row] as const)
    }),
    comment: byId(({ in: ids }) => readRows<Comment>(db, 'comments', organizationId, ids)),
    commentsBelow: perRequest((request: CommentsBelowRequest) =>
      byId(({ in: ids }) => commentsBelow(db, organizationId, ids, request)),
    ),
    postsCountOfUser: counts((ids) => countByPerson(db, organizationId, 'posts', ids)),
    votesCountOfUser: counts((ids) => countByPerson(db, organizationId, 'votes', ids)),
    commentsCountOfUser: counts((ids) => countByPerson(db, organizationId, 'comments', ids)),
    tagsOfPost: groups(async (postIds) => {
      const rows = await tagsOfPosts(db, organizationId, postIds)
      return rows.flatMap(({ postIds: tagged, ...tag }) => tagged.map((postId) => [postId, tag] as const))
    }),
    postsCountOfBucket: perRequest((request: { publicOnly: boolean }) =>
      counts((bucketIds) => countPosts(db, organizationId, bucketIds, request)),
    ),
    organization: () => prisma.organization.findUniqueOrThrow({ where: { id: organizationId } }),
  }
}

/** Creates a loader of the rows of each id, in the order of reading. */
export function groups<Row>(read: (ids: number[]) => Promise<(readonly [number, Row])[]>) {
  let loader: DataLoader<number, Row[]> | undefined
  return (id: number): Promise<Row[]> =>
    (loader ??= new DataLoader<number, Row[]>(async (ids) => {
      const grouped = new Map<number, Row[]>(ids.map((key) => [key, []]))
      for (const [key, row] of await read([...ids])) grouped.get(key)?.push(row)
      return ids.map((key) => grouped.get(key) ?? [])
    })).load(id)
}

/** Creates loaders parameterized by a request of plain values. Equal requests share a loader. */
export function perRequest<Request, Load>(make: (request: Request) => Load) {
  const made = new Map<string, Load>()
  return (request: Request): Load => {
    const key = JSON.stringify(request)
    const load = made.get(key) ?? make(request)
    made.set(key, load)
    return load
  }
}

/** Creates a loader of the number of rows of each id, which is 0 for ids without rows. */
export function counts(read: (ids: number[]) => Promise<{ key: number; count: number }[]>) {
  let loader: DataLoader<number, number> | undefined
  return (id: number): Promise<number> =>
    (loader ??= new DataLoader<number, number>(async (ids) => {
      const found = new Map((await read([...ids])).map(({ key, count }) => [key, count]))
      return ids.map((key) => found.get(key) ?? 0)
    })).load(id)
}
