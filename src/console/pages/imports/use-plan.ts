import { useNavigate, useParams } from '@tanstack/react-router'
import type { VariablesOf } from 'gql.tada'
import { useRef, useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import { PLAN_IMPORT } from './run-actions.ts'
import { sendFile } from './send-file.ts'
import type { ImportSource } from './sources.ts'

type PlanInput = VariablesOf<typeof PLAN_IMPORT>['input']

/** Values of the form of a new import: files, or an API. */
export type NewImportValues = {
  source: ImportSource
  options: NonNullable<PlanInput['options']>
} & ({ file: File; votes: File | null } | { api: { key: string; url: string | null; voters: boolean } })

type Upload = { name: string; share: number }

/** Sends the files of a new import, plans it, and opens its page. A file that is stored is not sent twice. */
export function usePlan() {
  const { organization = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const { run, ...action } = useActionOnce(PLAN_IMPORT)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const stored = useRef(new Map<File, string>())
  const control = useRef<AbortController | null>(null)

  const send = async (file: File): Promise<string | null> => {
    const before = stored.current.get(file)
    if (before !== undefined) return before
    control.current = new AbortController()
    setUpload({ name: file.name, share: 0 })
    const sent = await sendFile(organization, file, {
      onProgress: (share) => setUpload({ name: file.name, share }),
      signal: control.current.signal,
    })
    setUpload(null)
    if ('problem' in sent) setFileProblem(sent.problem)
    else stored.current.set(file, sent.id)
    return 'id' in sent ? sent.id : null
  }

  const plan = async (values: NewImportValues): Promise<void> => {
    if (upload) return
    setFileProblem(null)
    const from = 'api' in values ? { api: values.api } : await sendFiles(values, send)
    if (!from) return
    const { source, options } = values
    const payload = await run({ input: { source, from, options } })
    const id = payload?.importRun?.id
    if (id === undefined) return
    await navigate({ to: '/$organization/imports/$run', params: { organization, run: id } })
  }
  return { ...action, plan, upload, fileProblem, stop: () => control.current?.abort() }
}

async function sendFiles(
  { file, votes }: { file: File; votes: File | null },
  send: (file: File) => Promise<string | null>,
): Promise<PlanInput['from'] | null> {
  const id = await send(file)
  if (id === null) return null
  if (votes === null) return { fileId: id }
  const votesId = await send(votes)
  return votesId === null ? null : { files: { id, votesId } }
}
