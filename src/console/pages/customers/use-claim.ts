import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { toast } from '../../ui/toast.tsx'
import { CLAIM_PERSON } from './claim-documents.ts'

const t = messagesOf(texts)

/** Returns what gives the contributions of one person to another, and the reason for which it was refused. */
export function useClaim(onClaimed: () => void) {
  const { run, isRunning, problem, errors } = useAction(CLAIM_PERSON)
  const [isMissing, setMissing] = useState(false)
  const claim = async (fromId: string | null, intoId: string | null) => {
    setMissing(fromId === null || intoId === null)
    if (fromId === null || intoId === null) return
    const claimed = await run({ fromId, intoId })
    if (!claimed?.user || !claimed.counts) return
    const { posts, votes, comments } = claimed.counts
    toast({ text: t('claim.done', { name: claimed.user.name, posts, votes, comments }) })
    onClaimed()
  }
  return {
    claim,
    isRunning,
    problem: isMissing ? t('claim.missing') : (problem ?? Object.values(errors)[0] ?? null),
  }
}
