import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const TONES: Partial<Record<ImportRun['state'], 'good' | 'warn' | 'bad'>> = {
  PLANNED: 'warn',
  PAUSED: 'warn',
  DONE: 'good',
  FAILED: 'bad',
}

/** State of an import in a word. */
export function StateBadge({ state }: { state: ImportRun['state'] }) {
  return <Badge tone={TONES[state] ?? 'quiet'}>{t(`state.${state}`)}</Badge>
}
