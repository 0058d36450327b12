import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { reasonsOf } from '../../live/use-action.ts'
import { ENTRY_QUERY, UPDATE, type Entry } from './changelog-documents.ts'

/** Milliseconds after the last key until a draft is saved. */
const DELAY_MS = 1_000

type Text = { title: string; html: string }
type Stored = Text & { updatedAt: Entry['updatedAt'] }
/** Why the server refused a text: reasons at its title, or at no field, and those at its description. */
type Refusal = { title: string | undefined; text: string | undefined }
type SaveState = 'clean' | 'changed' | 'saving' | 'conflict'

/** Returns the text of an entry as the server stores it. */
const draftOf = ({ title, descriptionHtml }: Entry): Text => ({ title, html: descriptionHtml })

/** Returns the text of an entry with its time. */
const storedOf = (entry: Entry): Stored => ({ ...draftOf(entry), updatedAt: entry.updatedAt })

/**
 * Text of an entry while it is edited. With `isAutomatic` it is saved a second after the last change. Another
 * person's change replaces an unchanged text. Otherwise it is a conflict, which `theirs` or `mine` ends. `version`
 * changes when the text was replaced.
 */
export function useDraft(entry: Entry, isAutomatic: boolean) {
  const edited = useEditedText(entry)
  const { text, state, version, stored, change, replace } = edited
  const { save, refusal, savedAt } = useSaving(entry.id, edited)
  const theirs = useCallback(() => replace(entry), [entry, replace])
  const mine = useCallback(() => {
    stored.current = storedOf(entry)
    return save()
  }, [entry, save, stored])
  useOthersChanges(entry, edited)
  const titleField = useRef<HTMLInputElement>(null)
  const isNamed = text.title.trim() !== ''
  useAutomaticSave(isAutomatic && isNamed && state === 'changed' && refusal === null, text, save)
  return { text, isNamed, titleField, state, refusal, savedAt, version, change, save, theirs, mine }
}

export type Draft = ReturnType<typeof useDraft>

/** The text in the fields beside the text that the server had last. All functions stay the same. */
function useEditedText(entry: Entry) {
  const [text, setText] = useState(() => draftOf(entry))
  const [state, setState] = useState<SaveState>('clean')
  const [version, setVersion] = useState(0)
  const latest = useRef(text)
  /** The text that the server had last, and its time. */
  const stored = useRef(storedOf(entry))

  const change = useCallback((part: Partial<Text>) => {
    latest.current = { ...latest.current, ...part }
    setText(latest.current)
    setState((before) => (before === 'conflict' ? before : 'changed'))
  }, [])

  const replace = useCallback((other: Entry) => {
    latest.current = draftOf(other)
    stored.current = storedOf(other)
    setText(latest.current)
    setVersion((before) => before + 1)
    setState('clean')
  }, [])

  return { text, state, setState, version, latest, stored, change, replace }
}

type EditedText = ReturnType<typeof useEditedText>

/**
 * Saves the latest text after a save that is running, unless another person changed the stored one. Returns whether it
 * is saved.
 */
function useSaving(id: string, { text, latest, stored, setState }: EditedText) {
  const client = useClient()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [savedAt, setSavedAt] = useState<Date | null>(null)

  /** The text that the server has accepted last. */
  const accepted = useRef<Text | null>(null)

  const send = useCallback(async (): Promise<boolean> => {
    if (latest.current === accepted.current) return true
    const sent = latest.current
    setState('saving')
    const input = { title: sent.title, description: sent.html, ifUnchangedSince: stored.current.updatedAt }
    const { data, error } = await client.mutation(UPDATE, { input: { id, ...input } }).toPromise()
    const payload = data?.updateChangelog
    const changelog = payload?.changelog
    if (payload?.errors.some(({ code }) => code === 'CONFLICT')) {
      setState('conflict')
      void client.query(ENTRY_QUERY, { id }, { requestPolicy: 'network-only' }).toPromise()
      return false
    }
    setRefusal(reasonsByField(reasonsOf(payload, error)))
    if (changelog) {
      stored.current = storedOf(changelog)
      accepted.current = sent
      setSavedAt(new Date())
    }
    setState(changelog && latest.current === sent ? 'clean' : 'changed')
    return Boolean(changelog)
  }, [client, id, latest, stored, setState])
  const save = useOneAtATime(send)
  // A refused text is sent again after the next key.
  useEffect(() => setRefusal(null), [text])

  return { save, refusal, savedAt }
}

function reasonsByField({ errors, problem }: ReturnType<typeof reasonsOf>): Refusal | null {
  const { description: text, ...others } = errors
  const title = problem ?? Object.values(others)[0]
  return title === undefined && text === undefined ? null : { title, text }
}

/**
 * Returns a function that waits for its last call. Two saves at once would be a conflict of the person with themselves.
 */
function useOneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(() => {
    const next = last.current.then(run, run)
    last.current = next
    return next
  }, [run])
}

/** Replaces an unchanged text when another person changes the entry. A changed text is then a conflict. */
function useOthersChanges(entry: Entry, { state, setState, stored, replace }: EditedText): void {
  useEffect(() => {
    if (state === 'saving' || entry.updatedAt <= stored.current.updatedAt) return
    const { title, html } = draftOf(entry)
    const isSame = title === stored.current.title && html === stored.current.html
    if (isSame) stored.current.updatedAt = entry.updatedAt
    else if (state === 'clean') replace(entry)
    else setState('conflict')
  }, [entry, state, setState, stored, replace])
}

/** Saves a text some time after its last change while it is due. */
function useAutomaticSave(isDue: boolean, text: Text, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void save(), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isDue, text, save])
}
