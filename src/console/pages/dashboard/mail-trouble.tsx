import { lazy, Suspense } from 'react'
import { graphql } from '../../graphql.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'

const MAIL_TROUBLE = graphql(`
  query MailTrouble {
    mailSettings {
      transport
      isPublic
      problem
    }
  }
`)

/** Loaded with the first notice, because its texts are those of the page of mails. */
const MailServer = lazy(() =>
  import('../mail/mail-server.tsx').then((file) => ({ default: file.MailServer })),
)
const never = () => false
const NO_VARIABLES = {}
const INTERVAL_MS = 60_000

/** Notice for admins that the server sends no mail. */
export function MailTrouble() {
  const { data } = useLiveQuery({
    ...{ query: MAIL_TROUBLE, variables: NO_VARIABLES, changesWith: never },
    everyMs: INTERVAL_MS,
  })
  const settings = data?.mailSettings
  const isStored = settings?.transport === 'STORED' && settings.isPublic
  if (!settings || (!isStored && settings.problem === null)) return null
  return (
    <Suspense>
      <MailServer isLinked />
    </Suspense>
  )
}
