/** One part of a document: the declaration, a tag, a reference or a run of text. */
const PART =
  /<\?xml [^?]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="(?:[^"<&]|&(?:amp|lt|gt|quot|#39);)*")*)\s*(\/?)>|&(?:amp|lt|gt|quot|#39);|[^<&]+/uy

/** Fails unless a text is a well-formed XML document without CDATA and comments. */
export function assertWellFormed(text: string): void {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    throw new Error('forbidden character')
  const open: string[] = []
  PART.lastIndex = 0
  for (let at = 0; at < text.length; at = PART.lastIndex) {
    const part = PART.exec(text)
    if (!part) throw new Error(`not well-formed at: ${text.slice(at, at + 80)}`)
    const [, closes, name, , isEmpty] = part
    if (name === undefined) continue
    if (closes && open.pop() !== name) throw new Error(`</${name}> closes another element`)
    if (!closes && !isEmpty) open.push(name)
  }
  if (open.length > 0) throw new Error(`<${open.join('> <')}> is not closed`)
}
