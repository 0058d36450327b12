import type { ActorMode } from '../../../db/generated/tables.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'

/**
 * Whom the app will act as: the actor asked for; without one the app's only mode, else `app` (contract chapter 5).
 * @throws AppError with `invalid_request` when the app does not allow it
 */
export function resolveActor(
  { allowedActorModes }: Pick<AppRow, 'allowedActorModes'>,
  asked: ActorMode | null | undefined,
): ActorMode {
  const [only] = allowedActorModes
  const actor = asked ?? (allowedActorModes.length === 1 ? (only as ActorMode) : 'app')
  if (!allowedActorModes.includes(actor))
    throw oauthError('invalid_request', `The app does not allow the actor ${actor}`)
  return actor
}
