import { getHTMLFromFragment, getSchema, Mark, type Editor, type JSONContent } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { DOMParser as SchemaParser } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { parseSanitized } from '../../ui/sanitized-html.tsx'

/**
 * Attributes that the server adds to each link. The editor writes the same, so that a text does not change by itself.
 */
const LINKS = { rel: 'noopener noreferrer nofollow', target: null, class: null }

/** Inline elements that the editor keeps and has no tools for. */
const KEPT = ['sub', 'sup', 'del', 'ins', 'kbd', 'mark', 'small', 'q'].map((name) =>
  Mark.create({
    name,
    // `del` precedes the mark of the editor for all struck text.
    priority: 1000,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  }),
)

/** Elements of a text: those that the server stores unchanged. */
export const EXTENSIONS = [
  StarterKit.configure({
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: LINKS },
  }),
  ...KEPT,
  Image.extend({
    // A paste may contain pictures of the other program, whose addresses lead nowhere.
    parseHTML: () => [{ tag: 'img[src^="http:"], img[src^="https:"]' }],
    addAttributes() {
      const alt = {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute('alt') ?? '',
      }
      return { ...this.parent?.(), alt }
    },
  }),
]

const SCHEMA = getSchema(EXTENSIONS)

const parse = (html: string) =>
  SchemaParser.fromSchema(SCHEMA).parse(parseSanitized(html), { preserveWhitespace: true })

/** Returns HTML of the server as a document of the editor, which takes no string under the policy of the page. */
export const toContent = (html: string): JSONContent => parse(html).toJSON() as JSONContent

/** Returns the text of the editor as the server stores it. Empty without content. */
export const toHtml = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML())

/** Elements that the editor writes in another form, or that change nothing. */
const EQUIVALENT = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'span', 'div'])

/** Returns the names of the elements of a text that the editor would lose, such as those of a table. */
export function lostElements(html: string): string[] {
  const before = parseSanitized(html)
  const after = parseSanitized(getHTMLFromFragment(parse(html).content, SCHEMA))
  const counts = countsOf(after)
  return [...countsOf(before)].flatMap(([name, count]) => (count > (counts.get(name) ?? 0) ? [name] : []))
}

function countsOf(body: HTMLElement): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { localName } of body.querySelectorAll('*'))
    if (!EQUIVALENT.has(localName)) counts.set(localName, (counts.get(localName) ?? 0) + 1)
  return counts
}
