/**
 * Party that caused an event. An install acts on behalf of the user `userId`: the person who installed it, or
 * its bot. `system` is the service itself, such as the scheduler.
 */
export type Actor =
  | { kind: 'user'; id: number }
  | { kind: 'install'; id: number; userId: number | null }
  | { kind: 'api_key'; id: number }
  | { kind: 'system' }

/** Actor of changes that the service makes itself. */
export const SYSTEM: Actor = { kind: 'system' }

/** Columns of an actor in the log. All are null for events recorded before actors were stored. */
export type ActorColumns = {
  actorKind: Actor['kind'] | null
  actorId: number | null
  /** User on whose behalf an install acted. */
  actorUserId: number | null
}

/** Returns the columns of an actor. */
export function toActorColumns(actor: Actor): ActorColumns {
  return {
    actorKind: actor.kind,
    actorId: 'id' in actor ? actor.id : null,
    actorUserId: actor.kind === 'install' ? actor.userId : null,
  }
}
