import type { ActorMode } from '../../../db/generated/tables.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthParameterError } from '../errors.ts'

/**
 * Returns the actor mode of a request. Without one, the only mode that the app allows, otherwise `app`
 * (contract 5).
 * @throws AppError with `invalid_request` if the app does not allow it
 */
export function resolveActor(
  { allowedActorModes }: Pick<AppRow, 'allowedActorModes'>,
  asked: ActorMode | null | undefined,
): ActorMode {
  const [only] = allowedActorModes
  const actor = asked ?? (allowedActorModes.length === 1 ? (only as ActorMode) : 'app')
  if (!allowedActorModes.includes(actor))
    throw oauthParameterError('invalid_request', 'actorMode', `is ${actor}, which the app does not allow`)
  return actor
}
