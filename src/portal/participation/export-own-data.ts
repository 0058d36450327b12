import { forbidden } from '../../lib/errors.ts'
import { personPage } from '../pages/person.ts'
import { isWriting, OWN_EXPORTS } from '../pages/own-data.ts'
import { linkTo } from '../visit/portal-visit.ts'
import { EXPORT_OWN_DATA } from './documents.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/** Starts an export of the person's own data, which their page then has as a file. */
export const exportOwnData: Write = {
  purpose: null,
  async work(participant) {
    const { request, run, admit } = participant
    await admit(null)
    if (request.params.id !== String(participant.caller.actorId))
      throw forbidden('People export their own data')
    const { viewer } = await run(OWN_EXPORTS, {})
    if (!isWriting(viewer?.exports)) await run(EXPORT_OWN_DATA, {})
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: personPage,
}

function pathOf(participant: Participant): string {
  return linkTo(participant, ['u', String(participant.request.params.id)])
}
