import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Secret } from '../../ui/secret.tsx'
import { VerifyLine } from './verify-line.tsx'

const t = messagesOf(texts)

/** A secret that is shown once, with the line of code that verifies it. */
export function ShownSecret({ secret, note }: { secret: string; note?: string | undefined }) {
  return (
    <>
      <Secret value={secret} name={t('secret')} note={note ?? t('secretNote')} />
      <VerifyLine text={t('verifyLine')} />
    </>
  )
}
