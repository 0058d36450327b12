import type { Area } from '../../support/recording/world.ts'
import { changelogs } from './changelogs.ts'
import { comments } from './comments.ts'
import { customers } from './customers.ts'
import { edge } from './edge.ts'
import { installs } from './installs.ts'
import { oauthApps } from './oauth-apps.ts'
import { oauthClients } from './oauth-clients.ts'
import { oauthFlow } from './oauth-flow.ts'
import { organization } from './organization.ts'
import { partialUpdates } from './partial-updates.ts'
import { postLists } from './post-lists.ts'
import { postPeople } from './post-people.ts'
import { posts } from './posts.ts'
import { refusals } from './refusals.ts'
import { roadmapWrites } from './roadmap-writes.ts'
import { roadmaps } from './roadmaps.ts'
import { tags } from './tags.ts'
import { teams } from './teams.ts'
import { webhooks } from './webhooks.ts'

/** Scenarios of the data of an organization. */
export const DATA_AREAS: readonly Area[] = [
  posts,
  postLists,
  postPeople,
  comments,
  customers,
  tags,
  changelogs,
  roadmaps,
  roadmapWrites,
  organization,
  webhooks,
  teams,
  partialUpdates,
]

/** Scenarios of apps and their tokens. */
export const OAUTH_AREAS: readonly Area[] = [oauthApps, oauthFlow, oauthClients, installs]

/** Scenarios of requests that are refused. */
export const REFUSAL_AREAS: readonly Area[] = [edge, ...refusals]
