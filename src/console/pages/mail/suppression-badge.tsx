import { useMemo } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { SUPPRESSIONS } from './suppression-documents.ts'

const t = messagesOf(texts)

/** Why an address receives no mail, for admins. Nothing if it does. */
export function SuppressionBadge({ email }: { email: string }) {
  const variables = useMemo(() => ({ filter: { email } }), [email])
  const [{ data }] = useQuery({ query: SUPPRESSIONS, variables })
  const [found] = data?.mailSuppressions.nodes ?? []
  return found && <Badge tone="warn">{t(`suppression.${found.reason}`)}</Badge>
}
