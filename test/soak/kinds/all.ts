import type { Random } from '../../../src/seed/random.ts'
import type { World } from '../world.ts'
import { changelogs } from './changelogs.ts'
import { comments } from './comments.ts'
import { customers } from './customers.ts'
import type { Kind } from './kind.ts'
import { posts } from './posts.ts'
import { votes } from './votes.ts'

/** Every kind of object that the load uses. */
export function allKinds(world: World, random: Random): Kind[] {
  return [posts(world, random), changelogs(world, random), comments(world), customers(world), votes(world)]
}
