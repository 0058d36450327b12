import { isVisitor, type Caller } from '../../auth/caller.ts'
import type { Services } from '../../graphql/context.ts'
import type { RunStored } from '../../graphql/execution/run-stored.ts'
import type { FormWrite, PortalTools } from '../../portal/visit/portal-tools.ts'
import { permissionsOf } from './idempotency/permissions.ts'
import { findOnce, runOnce } from './idempotency/run-once.ts'

/** Creates the functions with which forms of portals write once, by the rows and locks of idempotency keys. */
export function formWrites(
  services: Services,
  execute: RunStored,
): Pick<PortalTools['portals'], 'once' | 'result'> {
  return {
    once: async (caller, write, work) => {
      const { text } = await runOnce(services, keyed(caller, write), (own) =>
        work((document, variables, by, from) => execute(document, variables, by, from, own)),
      )
      return text
    },
    result: (caller, write) => findOnce(services, keyed(caller, write)),
  }
}

/**
 * The result is a part of an address, which is no secret. A visitor has a person after the first write only, so that
 * the secret of the form alone names them.
 */
const keyed = (caller: Caller, write: FormWrite) => ({
  ...write,
  credential: `portal:${caller.organizationId}/user:${isVisitor(caller) ? 'visitor' : caller.actorId}`,
  organizationId: caller.organizationId ?? 0,
  isBulk: false,
  permissions: permissionsOf(caller),
  assertAllowed: () => {},
})
