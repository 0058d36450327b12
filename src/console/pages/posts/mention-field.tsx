import {
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Options } from '../../ui/picker-list.tsx'
import picker from '../../ui/picker.module.css'
import { useActiveOption } from '../../ui/use-active-option.ts'
import { MarkedArea } from './marked-area.tsx'
import styles from './marked-area.module.css'
import { MENTIONABLE, peopleOf } from './mention-documents.ts'
import { matching, typedMention, type Mentionable, type TypedMention } from './mentions.ts'

const t = messagesOf(texts)

type MentionFieldProps = Omit<ComponentProps<typeof MarkedArea>, 'value' | 'onChange' | 'onKeyDown'> & {
  postId: string
  value: string
  onChange: (body: string) => void
  onMention: (person: Mentionable) => void
  /** Receives the keys that do not belong to the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** Text in which `@` offers people. Arrows move through them, Enter inserts one, and Escape closes the list. */
export function MentionField({ postId, onChange, onMention, onKey, ...rest }: MentionFieldProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const { options, pick, follow, close } = useOffer(field, postId, onMention)
  const keys = { options, values: [], isSearchable: true, onPick: pick }
  const { current, setActive, onKeyDown } = useActiveOption(keys)
  const isOpen = options.length > 0
  const activeId = isOpen ? `${id}-${current}` : undefined
  const onKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOpen && MOVES.has(event.key) && !event.ctrlKey && !event.metaKey) return onKeyDown(event)
    if (!isOpen || event.key !== 'Escape') return onKey(event)
    event.stopPropagation()
    close()
  }
  const onType = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    onChange(target.value)
    setActive(0)
    follow(target)
  }
  return (
    <div ref={field}>
      <MarkedArea
        {...rest}
        {...{ 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' }}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        onChange={onType}
        onSelect={({ currentTarget }) => follow(currentTarget)}
        onBlur={close}
        onKeyDown={onKeys}
      />
      <Offer {...keys} {...{ id, activeId, current }} onPointTo={setActive} />
    </div>
  )
}

type OfferProps = Omit<ComponentProps<typeof Options>, 'label' | 'isMultiple'>

/** The list of people, and its announcement. The text keeps the focus. */
function Offer(props: OfferProps) {
  const count = props.options.length
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return (
    <>
      {count > 0 && (
        <div className={`${picker.content} ${styles.people}`} onMouseDown={keepFocus}>
          <Options {...props} label={t('people')} isMultiple={false} />
        </div>
      )}
      <span className="hidden" role="status">
        {count > 0 && t('peopleOffered', { count })}
      </span>
    </>
  )
}

const MOVES = new Set(['ArrowDown', 'ArrowUp', 'Enter'])

/** The people whom the mention at the cursor may mean, and the function that inserts one of them. */
function useOffer(
  field: RefObject<HTMLDivElement | null>,
  postId: string,
  onMention: (person: Mentionable) => void,
) {
  const { typed, people, follow, close } = useTypedMention(postId)
  const pick = (value: string) => {
    const person = people.find(({ id }) => id === value)
    const area = field.current?.querySelector('textarea')
    if (!person || !area || !typed) return
    area.setRangeText(`@${person.name} `, typed.at, typed.at + 1 + typed.typed.length, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
    onMention(person)
    close()
  }
  const options = people.map(({ id, name, hint }) => ({ value: id, label: name, hint }))
  return { options, pick, follow, close }
}

/** The mention at the cursor, and the people that it may mean. None of one that was closed. */
function useTypedMention(postId: string) {
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [{ data }] = useQuery({
    query: MENTIONABLE,
    variables: { id: postId },
    pause: typed === null,
  })
  const isOpen = typed !== null && typed.at !== closedAt && data !== undefined
  return {
    typed,
    people: isOpen ? matching(peopleOf(data), typed.typed) : [],
    follow: (area: HTMLTextAreaElement) => {
      const found = typedMention(area.value, area.selectionStart)
      setTyped(found)
      if (!found) setClosedAt(null)
    },
    close: () => setClosedAt(typed?.at ?? null),
  }
}
