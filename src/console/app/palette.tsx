import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import texts from '../messages/en/palette.json'
import { messagesOf } from '../messages.ts'
import { Keys } from '../ui/keys.tsx'
import { openLayer } from './layer.ts'
import { useCommands, type Command } from './palette-commands.ts'
import styles from './palette.module.css'
import { useFound } from './palette-search.ts'
import { takeTypedAhead } from './typed-ahead.ts'

const t = messagesOf(texts)

/** Finds posts, people and pages, and runs actions. Arrows move, Enter runs, Escape closes. */
export function Palette({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  const close = () => openLayer(null)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onMouseDown={({ target }) => void (target === dialog.current && close())}
    >
      <Search slug={slug} />
    </dialog>
  )
}

/** The field and what it finds. */
function Search({ slug }: { slug: string }) {
  const [typed, setTyped] = useState(takeTypedAhead)
  const [active, setActive] = useState(0)
  const id = useId()
  const { found, isSearching } = useFound(slug, typed)
  // Until the search ends, it has the results of an earlier text.
  const current = isSearching ? found.filter((one) => matches(one, typed)) : found
  const commands = [...current, ...useCommands(slug).filter((one) => matches(one, typed))]
  const count = commands.length
  const index = Math.min(active, count - 1)
  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActive((index + 1) % Math.max(count, 1))
    else if (event.key === 'ArrowUp') setActive((index - 1 + count) % Math.max(count, 1))
    else if (event.key === 'Enter') run(commands[index])
    else return
    event.preventDefault()
  }
  const onType = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  return (
    <div className={styles.content} onKeyDown={onKeyDown}>
      <SearchField id={id} index={index} value={typed} onType={onType} />
      <Results id={id} commands={commands} index={index} onActive={setActive} onRun={run} />
      {count === 0 && !isSearching && <p className={styles.nothing}>{t('nothing', { text: typed })}</p>}
      <p className="hidden" role="status">
        {isSearching ? '' : t('results', { count })}
      </p>
    </div>
  )
}

/**
 * Closes the palette and runs a command. The focus is first given back to the page, on which the action may move it.
 */
function run(command: Command | undefined): void {
  if (!command) return
  openLayer(null)
  setTimeout(() => command.run())
}

type SearchFieldProps = { id: string; index: number; value: string; onType: (text: string) => void }

function SearchField({ id, index, value, onType }: SearchFieldProps) {
  return (
    <input
      autoFocus
      role="combobox"
      aria-expanded
      aria-autocomplete="list"
      aria-label={t('title')}
      aria-controls={`${id}-list`}
      aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
      placeholder={t('hint')}
      maxLength={200}
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

/** Opens the dialog while it is shown. The focus returns to where it was before. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [dialog])
}

type ResultsProps = {
  id: string
  commands: Command[]
  index: number
  onActive: (index: number) => void
  onRun: (command: Command) => void
}

/** Commands in their groups, as one list. */
function Results({ id, commands, index, onActive, onRun }: ResultsProps) {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('title')} className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={t(group)}>
          <p aria-hidden>{t(group)}</p>
          {commands.map(
            (command, at) =>
              command.group === group && (
                <div
                  key={command.id}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === index}
                  onPointerMove={() => onActive(at)}
                  onClick={() => onRun(command)}
                >
                  <span dir="auto">{command.label}</span>
                  {command.hint !== undefined && <small>{command.hint}</small>}
                  {command.keys !== undefined && <Keys keys={command.keys} />}
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

const matches = ({ label }: Command, typed: string) =>
  typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => label.toLocaleLowerCase().includes(word))
