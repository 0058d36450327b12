import { Link, useParams } from '@tanstack/react-router'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { MAIL_SETTINGS } from './mail-documents.ts'
import { MailNotice } from './mail-notice.tsx'

const t = messagesOf(texts)
const never = () => false
const NO_VARIABLES = {}
const INTERVAL_MS = 60_000

/** Notice for admins that the server sends no mail. */
export function MailTrouble() {
  const { organization = '' } = useParams({ strict: false })
  const { data } = useLiveQuery({
    ...{ query: MAIL_SETTINGS, variables: NO_VARIABLES, changesWith: never },
    everyMs: INTERVAL_MS,
  })
  const settings = data?.mailSettings
  const isStored = settings?.transport === 'STORED' && settings.isPublic
  if (!settings || (!isStored && settings.problem === null)) return null
  return (
    <MailNotice
      title={t(isStored ? 'storedTitle' : 'problemTitle')}
      text={isStored ? t('storedPublic') : settings.problem}
      isBad
    >
      <Link to="/$organization/developers/mail" params={{ organization }}>
        {t('open')}
      </Link>
    </MailNotice>
  )
}
