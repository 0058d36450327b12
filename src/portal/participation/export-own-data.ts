import { forbidden } from '../../lib/errors.ts'
import { personPage } from '../pages/person.ts'
import { isWriting, OWN_EXPORTS } from '../pages/own-data.ts'
import { linkTo } from '../visit/portal-visit.ts'
import { addressLanguage } from '../visit/reader-language.ts'
import { EXPORT_OWN_DATA } from './documents.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/** Starts an export of the person's own data, which their page then has as a file. */
export const exportOwnData: Write = {
  purpose: null,
  async work(participant) {
    const { request, read, run, admit } = participant
    await admit(null)
    if (request.params.id !== String(participant.caller.actorId))
      throw forbidden('People export their own data')
    const { viewer } = await read(OWN_EXPORTS, {})
    if (!isWriting(viewer?.exports)) await run(EXPORT_OWN_DATA, {})
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: personPage,
}

function pathOf({ served, request }: Participant): string {
  return linkTo({ base: served.base, lang: addressLanguage(request) }, ['u', String(request.params.id)])
}
