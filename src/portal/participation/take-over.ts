import { forbidden } from '../../lib/errors.ts'
import { personPage } from '../pages/person.ts'
import { browserVisitor } from '../visit/browser-visitor.ts'
import { linkTo } from '../visit/portal-visit.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/** Gives the votes and posts of the browser's visitor to the signed-in person. A second time changes nothing. */
export const takeOver: Write = {
  purpose: null,
  async work(participant) {
    const { request, tools, portal, admit } = participant
    await admit(null)
    const { actorId } = participant.caller
    if (actorId === null || request.params.id !== String(actorId))
      throw forbidden('People take over votes on their own page')
    const visitor = await browserVisitor(participant, portal)
    if (visitor) await tools.portals.visitors.claim(portal.id, { fromId: visitor.id, intoId: actorId })
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: personPage,
}

function pathOf(participant: Participant): string {
  return linkTo(participant, ['u', String(participant.request.params.id)])
}
