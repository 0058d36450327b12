import { ChevronDownIcon } from '@primer/octicons-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  type ToggleEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { PickerList, type PickerOption } from './picker-list.tsx'
import styles from './picker.module.css'

type One = { multiple?: false; value: string | null; onChange: (value: string) => void }
type Several = { multiple: true; values: readonly string[]; onChange: (values: string[]) => void }

type Common = {
  /** Name of what is picked. The button shows it if nothing is. */
  label: string
  options: readonly PickerOption[]
  /** Whether the list has a field that narrows it. */
  searchable?: boolean
  /** Receives what is typed. The options are then those that the owner has found. */
  onSearch?: (text: string) => void
  /** Runs when the list opens. */
  onOpen?: () => void
  /** Whether more options are being read. */
  isReading?: boolean
  /** Content below the options, such as the button that reads more of them. */
  footer?: ReactNode
  /** Content of the button instead of the labels of what is picked. */
  text?: ReactNode
  /** Whether the button has no border. */
  isQuiet?: boolean
  disabled?: boolean
  /** Key that presses the button. The page that handles it reads `data-key`. */
  keyHint?: string
  ref?: Ref<HTMLButtonElement> | undefined
}

type PickerProps = (One | Several) & Common

const GAP = 4

/** Button with a list that opens below it: one or several values of it, by pointer or by keys. */
export function Picker(props: PickerProps) {
  const { label, options, searchable = false, onSearch, onOpen, isReading, footer, ref } = props
  // The field is empty when the list opens again.
  const { opening, button, panel, handlers, toggle } = usePanel({ onOpen, onClose: () => onSearch?.('') })
  const id = useId()
  const values = props.multiple ? props.values : props.value === null ? [] : [props.value]
  const pick = (value: string) => {
    if (!props.multiple) {
      panel.current?.hidePopover()
      props.onChange(value)
    } else if (values.includes(value)) props.onChange(values.filter((one) => one !== value))
    else props.onChange([...values, value])
  }
  return (
    <>
      <PickerButton
        {...props}
        ref={bothRefs(button, ref)}
        panelId={id}
        isOpen={opening > 0}
        values={values}
        onClick={toggle}
      />
      <div ref={panel} id={id} popover="auto" className={styles.panel} {...handlers}>
        {opening > 0 && (
          <PickerList
            key={opening}
            {...{ label, options, values, onSearch, isReading, footer }}
            isMultiple={props.multiple ?? false}
            isSearchable={searchable || onSearch !== undefined}
            onPick={pick}
          />
        )}
      </div>
    </>
  )
}

/**
 * State of the panel below the button. `opening` is the number of the opening that is shown, or 0. `toggle` shows the
 * list and gives it the focus before it returns: the next key would otherwise go to the page.
 */
function usePanel({ onOpen, onClose }: { onOpen: (() => void) | undefined; onClose: () => void }) {
  const [opening, setOpening] = useState(0)
  const count = useRef(0)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const onToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'closed') return
    setOpening(0)
    onClose()
  }
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open' && panel.current && button.current) positionPanel(panel.current, button.current)
  }
  useEffect(() => (opening > 0 ? followButton(panel, button) : undefined), [opening])
  const toggle = (event: MouseEvent) => {
    event.preventDefault()
    if (!panel.current?.togglePopover()) return
    flushSync(() => setOpening(++count.current))
    onOpen?.()
  }
  return { opening, button, panel, handlers: { onToggle, onBeforeToggle }, toggle }
}

/** Returns a ref that sets two others. */
const bothRefs =
  <Element,>(first: RefObject<Element | null>, second: Ref<Element> | undefined) =>
  (element: Element | null) => {
    first.current = element
    if (typeof second === 'function') second(element)
    else if (second) second.current = element
  }

type PickerButtonProps = Omit<Common, 'searchable' | 'onSearch' | 'onOpen' | 'isReading' | 'footer'> & {
  values: readonly string[]
  isOpen: boolean
  panelId: string
  onClick: (event: MouseEvent) => void
}

/** Button that opens the list. It shows what is picked: one or two labels, or the first and a number. */
function PickerButton(props: PickerButtonProps) {
  const { label, options, values, text, isQuiet = false, disabled, keyHint, ref, isOpen, panelId } = props
  const labels = options.filter(({ value }) => values.includes(value)).map((option) => option.label)
  // The name begins with the visible text, as people who speak to the page say it (WCAG 2.5.3).
  const name = typeof text === 'string' ? text : label
  const shown = labels.length > 2 ? `${labels[0]} +${labels.length - 1}` : labels.join(', ')
  return (
    <button
      ref={ref}
      type="button"
      className={styles.button}
      data-quiet={isQuiet || undefined}
      data-picked={values.some(Boolean) || undefined}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-label={shown ? `${name}: ${shown}` : name}
      disabled={disabled}
      popoverTarget={panelId}
      onClick={props.onClick}
      data-key={keyHint}
    >
      <span>{text ?? (shown || label)}</span>
      <ChevronDownIcon size={14} />
    </button>
  )
}

type Elements = [panel: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>]

/** Keeps the open list at its button while the window is resized or scrolled. Returns what ends that. */
function followButton(...[panel, button]: Elements): () => void {
  const position = ({ target }: Event) => {
    const isInside = target instanceof Node && panel.current?.contains(target)
    if (!isInside && panel.current && button.current) positionPanel(panel.current, button.current)
  }
  addEventListener('resize', position)
  addEventListener('scroll', position, true)
  return () => {
    removeEventListener('resize', position)
    removeEventListener('scroll', position, true)
  }
}

/** Positions the list below the button, or above it if there is more room. */
function positionPanel(panel: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect()
  const width = Math.min(288, innerWidth - 16)
  const isBelow = innerHeight - bottom > 320 || innerHeight - bottom > top
  Object.assign(panel.style, {
    left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`,
    width: `${width}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
    maxHeight: `${Math.max(160, (isBelow ? innerHeight - bottom : top) - 16)}px`,
  })
}
