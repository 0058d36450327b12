/** Tags of inline elements that programs style instead of marking, and of links. */
const TAG = /<(\/?)(b|strong|i|em|span|font|a)(?=[\s/>])([^<>]{0,2000})>/gi
const STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Mark of each style, and the value that means none. The first of each property in the text counts. */
const MARKS: [tag: string, on: RegExp, off?: RegExp][] = [
  [
    'strong',
    declared('font-weight', 'bold|bolder|[6-9]\\d\\d|1000'),
    declared('font-weight', 'normal|lighter|[1-5]\\d\\d'),
  ],
  ['em', declared('font-style', 'italic|oblique'), declared('font-style', 'normal')],
  ['s', declared('text-decoration(?:-line)?', '[^;]*line-through')],
  ['u', declared('text-decoration(?:-line)?', '[^;]*underline')],
  ['sup', declared('vertical-align', 'super')],
  ['sub', declared('vertical-align', 'sub')],
]
/** Mark that an element is by itself. */
const OWN: Record<string, string> = { b: 'strong', strong: 'strong', i: 'em', em: 'em' }

/**
 * Converts weights, slants, lines and positions in the styles of inline elements to marks, because styles are removed.
 * Elements whose style takes their mark away, such as `<b style="font-weight:normal">`, lose their tags. A line below a
 * link is no mark. Time is linear in the length.
 */
export function stylesToMarks(html: string): string {
  if (!/\sstyle\s*=/i.test(html)) return html
  /** Closing tags of open elements, by name. */
  const open = new Map<string, string[]>()
  let links = 0
  return html.replace(TAG, (tag, slash: string, given: string, attributes: string) => {
    const name = given.toLowerCase()
    if (name === 'a') links += slash ? -1 : 1
    if (slash) return open.get(name)?.pop() ?? tag
    if (name === 'a') return tag
    const [start, end] = tagsOf(name, tag, STYLE.exec(attributes), links > 0)
    open.set(name, [...(open.get(name) ?? []), end])
    return start
  })
}

/** Returns the tags that replace those of an element. */
function tagsOf(
  name: string,
  tag: string,
  style: RegExpExecArray | null,
  isInLink: boolean,
): [start: string, end: string] {
  const text = style?.[1] ?? style?.[2] ?? ''
  const own = OWN[name]
  const marks = MARKS.filter(
    ([mark, on]) => mark !== own && on.test(text) && !(isInLink && mark === 'u'),
  ).map(([mark]) => mark)
  const isOff = MARKS.some(([mark, , off]) => mark === own && off?.test(text))
  const kept = isOff || (own === undefined && marks.length > 0) ? '' : tag
  const start = kept + marks.map((mark) => `<${mark}>`).join('')
  const end =
    marks
      .toReversed()
      .map((mark) => `</${mark}>`)
      .join('') + (kept && `</${name}>`)
  return [start, end]
}

function declared(property: string, values: string): RegExp {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*(?:${values})(?=\\s*(?:;|!|$)|\\s)`, 'i')
}
