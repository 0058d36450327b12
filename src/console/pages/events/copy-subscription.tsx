import { CopyIcon, LinkExternalIcon } from '@primer/octicons-react'
import { useParams } from '@tanstack/react-router'
import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toast.tsx'
import styles from './event-log.module.css'
import { subscriptionText, type EventFilter } from './subscription-text.ts'

const t = messagesOf(texts)

type CopyingProps = { filter: EventFilter; after: string | undefined }

/** The list as a subscription for a program: to copy, and to try with the session. */
export function Copying({ filter, after }: CopyingProps) {
  const { organization = '' } = useParams({ strict: false })
  const copy = async () => {
    if (await copyText(subscriptionText(filter, after))) toast({ text: t('copied') })
  }
  const address = `/console/${organization}/developers/graphiql?${new URLSearchParams({ query: subscriptionText(filter, undefined) }).toString()}`
  return (
    <div className={styles.filters}>
      <Button onClick={() => void copy()}>
        <CopyIcon size={14} /> {t('copy')}
      </Button>
      <a className={`${button.button} ${button.quiet}`} href={address} target="_blank" rel="noopener">
        <LinkExternalIcon size={14} /> {t('explore')}
      </a>
    </div>
  )
}
