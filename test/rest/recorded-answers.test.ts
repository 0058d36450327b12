import { afterEach, describe, test } from 'vitest'
import { compareWithRecording } from '../support/recording/compare.ts'
import { createWorld, type World } from '../support/recording/world.ts'
import { changelogs } from './recorded/changelogs.ts'
import { comments } from './recorded/comments.ts'
import { customers } from './recorded/customers.ts'
import { installs } from './recorded/installs.ts'
import { oauthApps } from './recorded/oauth-apps.ts'
import { oauthFlow } from './recorded/oauth-flow.ts'
import { organization } from './recorded/organization.ts'
import { postLists } from './recorded/post-lists.ts'
import { posts } from './recorded/posts.ts'
import { roadmaps } from './recorded/roadmaps.ts'
import { tags } from './recorded/tags.ts'
import { webhooks } from './recorded/webhooks.ts'

const AREAS = [posts, postLists, comments, customers, tags, changelogs, roadmaps, organization, webhooks, oauthApps, oauthFlow, installs]

let world: World | undefined

afterEach(async () => {
  await world?.stop()
  world = undefined
})

describe('every answer is that of the recording', () => {
  test.each(AREAS)('$name', async ({ name, play }) => {
    world = await createWorld()
    await play(world)
    const preface = ['Headers of every answer, unless an entry adds (+) or lacks (-) one:', ...world.commonHeaders()]
    const file = new URL(`recorded/${name}.txt`, import.meta.url)
    compareWithRecording(file, { preface: preface.join('\n'), entries: world.exchanges })
  })
})
