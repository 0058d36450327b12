import { LOCALES } from '../../modules/changelogs/locales.ts'
import { forbidden } from '../../lib/errors.ts'
import { personPage } from '../pages/person.ts'
import { linkTo } from '../visit/portal-visit.ts'
import type { Locale } from '../visit/languages.ts'
import { UPDATE_PROFILE } from './documents.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/** Changes the person's name, picture and language (fields `name`, `avatar`, `unpictured` and `locale`). */
export const updateProfile: Write = {
  purpose: null,
  async work(participant) {
    const { request, run, admit, fields } = participant
    await admit(null)
    if (request.params.id !== String(participant.caller.actorId))
      throw forbidden('People change their own profile')
    const { name = '', avatar = '', locale = '', unpictured } = fields
    await run(UPDATE_PROFILE, {
      name,
      avatarUrl: unpictured === undefined && avatar !== '' ? avatar : null,
      locale: localeOf(locale),
    })
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: personPage,
}

/** Returns the locale of a code such as `pt-BR`. Null for any other text. */
const localeOf = (code: string): Locale | null =>
  (LOCALES as readonly string[]).includes(code) ? (code.toUpperCase().replace('-', '_') as Locale) : null

function pathOf(participant: Participant): string {
  return linkTo(participant, ['u', String(participant.request.params.id)])
}
