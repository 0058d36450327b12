import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

/** Visibilities of the portal in words. */
export const VISIBILITIES = (['PUBLIC', 'MEMBERS'] as const).map((value) => ({
  value,
  label: t(`visibility.${value}`),
  hint: t(`visibility.${value}.hint`),
}))
