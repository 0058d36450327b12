import { answers } from './chapters/answers.ts'
import { changelogs } from './chapters/changelogs.ts'
import { comments } from './chapters/comments.ts'
import { credentials } from './chapters/credentials.ts'
import { customers } from './chapters/customers.ts'
import { dates } from './chapters/dates.ts'
import { errors } from './chapters/errors.ts'
import { etags } from './chapters/etags.ts'
import { filters } from './chapters/filters.ts'
import { headers } from './chapters/headers.ts'
import { idempotency } from './chapters/idempotency.ts'
import { lists } from './chapters/lists.ts'
import { merging } from './chapters/merging.ts'
import { oauth } from './chapters/oauth.ts'
import { oauthFlow } from './chapters/oauth-flow.ts'
import { parameters } from './chapters/parameters.ts'
import { votes } from './chapters/votes.ts'
import { posts } from './chapters/posts.ts'
import { rateLimits } from './chapters/rate-limits.ts'
import { roadmaps } from './chapters/roadmaps.ts'
import { samples } from './chapters/samples.ts'
import { tags } from './chapters/tags.ts'
import { webhooks } from './chapters/webhooks.ts'
import type { Chapter } from './check.ts'

/** All chapters in the order of a run. The first makes rows for the reads, the last one judges all answers. */
export const CHAPTERS: readonly Chapter[] = [
  samples,
  credentials,
  parameters,
  lists,
  dates,
  filters,
  headers,
  errors,
  posts,
  merging,
  votes,
  comments,
  customers,
  tags,
  roadmaps,
  changelogs,
  webhooks,
  oauth,
  oauthFlow,
  idempotency,
  etags,
  rateLimits,
  answers,
]

export const CHAPTER_NAMES: readonly string[] = CHAPTERS.map(({ name }) => name)
