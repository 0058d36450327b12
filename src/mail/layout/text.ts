import type { Block } from '../kinds/kind.ts'
import { grouped, type Frame } from './frame.ts'

/** Returns the plain text of a mail (RFC 3676, without flowed lines). */
export function textMessage(blocks: readonly Block[], { words, name, footer }: Frame): string {
  const end = ['-- ', words.text('sent-by', { name }), ...(footer ? [footer] : [])].join('\n')
  return `${[...blocks.map(textOf), end].join('\n\n')}\n`
}

function textOf(block: Block): string {
  if (block.type === 'code') return grouped(block.code)
  return block.type === 'button' ? `${block.text}:\n${block.link}` : block.text
}
