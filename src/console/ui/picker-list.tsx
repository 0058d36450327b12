import { CheckIcon } from '@primer/octicons-react'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import texts from '../messages/en/ui.json'
import formTexts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import styles from './picker.module.css'
import { useActiveOption } from './use-active-option.ts'

const t = messagesOf(texts)
const f = messagesOf(formTexts)

/** `color` is a dot before the label, and `hint` is behind it. */
export type PickerOption = { value: string; label: string; color?: string; hint?: string }

type ListProps = {
  label: string
  options: readonly PickerOption[]
  values: readonly string[]
  isMultiple: boolean
  isSearchable: boolean
  onSearch: ((text: string) => void) | undefined
  /** Whether more options are being read. */
  isReading?: boolean | undefined
  footer?: ReactNode
  onPick: (value: string) => void
}

/** Number of options that are shown at once. */
const MAX_SHOWN = 200

/** Options of a picker. Arrows move, Enter picks, and letters lead to the option that starts with them. */
export function PickerList({ options, onSearch, isReading = false, footer, ...rest }: ListProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const all = onSearch ? options : options.filter((option) => matches(option, typed))
  const found = useShown(all, rest.values)
  const { current, setActive, onKeyDown } = useActiveOption({ ...rest, options: found })
  const activeId = found[current] ? `${id}-${current}` : undefined
  const search = (text: string) => {
    setTyped(text)
    setActive(0)
    onSearch?.(text)
  }
  return (
    <div className={styles.content} onKeyDown={onKeyDown}>
      {rest.isSearchable && <Search id={id} activeId={activeId} typed={typed} onType={search} />}
      <Options
        {...rest}
        id={id}
        activeId={activeId}
        options={found}
        current={current}
        onPointTo={setActive}
      />
      {isReading && <p className={styles.nothing}>{t('loading')}</p>}
      {!isReading && found.length === 0 && <p className={styles.nothing}>{t('nothing')}</p>}
      {found.length < all.length && (
        <p className={styles.nothing}>{f('moreOptions', { count: all.length - found.length })}</p>
      )}
      {footer}
    </div>
  )
}

/** Returns the options that are shown. If there are too many, those that were picked at the opening are first. */
function useShown(options: readonly PickerOption[], values: readonly string[]): readonly PickerOption[] {
  const [picked] = useState(() => new Set(values))
  return useMemo(() => {
    if (options.length <= MAX_SHOWN) return options
    const isPicked = ({ value }: PickerOption) => picked.has(value)
    return [...options.filter(isPicked), ...options.filter((one) => !isPicked(one))].slice(0, MAX_SHOWN)
  }, [options, picked])
}

const matches = ({ label, hint = '' }: PickerOption, typed: string) =>
  `${label} ${hint}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())

/** `id` is the start of the ids of the list and of its options. */
type Ids = { id: string; activeId: string | undefined }

/** Field that narrows the list. It keeps the focus while keys move through the options. */
function Search({ id, activeId, typed, onType }: Ids & { typed: string; onType: (text: string) => void }) {
  return (
    <input
      autoFocus
      role="combobox"
      aria-expanded
      aria-autocomplete="list"
      aria-label={t('search')}
      aria-controls={`${id}-list`}
      aria-activedescendant={activeId}
      placeholder={t('search')}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

type OptionsProps = Ids &
  Omit<ListProps, 'onSearch' | 'isReading' | 'footer'> & {
    current: number
    onPointTo: (index: number) => void
  }

/** List of options. With a field above it, that keeps the focus. */
export function Options({ id, activeId, isSearchable, current, onPointTo, ...rest }: OptionsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ul
      ref={(element) => {
        list.current = element
        if (element && !isSearchable && document.activeElement !== element) element.focus()
      }}
      id={`${id}-list`}
      role="listbox"
      tabIndex={isSearchable ? -1 : 0}
      aria-label={rest.label}
      aria-multiselectable={rest.isMultiple || undefined}
      aria-activedescendant={isSearchable ? undefined : activeId}
    >
      {rest.options.map((option, index) => (
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={rest.values.includes(option.value)}
          data-active={index === current || undefined}
          onPointerMove={() => onPointTo(index)}
          onClick={() => rest.onPick(option.value)}
        >
          <OptionText option={option} />
          {rest.values.includes(option.value) && <CheckIcon size={14} />}
        </li>
      ))}
    </ul>
  )
}

function OptionText({ option: { label, color, hint } }: { option: PickerOption }) {
  return (
    <>
      {color !== undefined && <i aria-hidden style={{ background: color }} />}
      <span>{label}</span>
      {hint !== undefined && <small>{hint}</small>}
    </>
  )
}
