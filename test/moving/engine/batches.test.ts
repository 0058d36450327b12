import { expect, test } from 'vitest'
import { batchesOf } from '../../../src/moving/engine/batches.ts'
import type { Memory } from '../../../src/moving/engine/step.ts'
import type { ReaderItem } from '../../../src/moving/items.ts'
import { KeySet } from '../../../src/moving/key-set.ts'

const memory = () => ({ seen: new KeySet(), left: new KeySet() }) as unknown as Memory

function* comments(count: number, length: number): Generator<ReaderItem> {
  for (let row = 1; row <= count; row++)
    yield {
      item: 'record',
      record: {
        type: 'comment',
        externalId: String(row),
        origin: { file: 'comments.json', row },
        post: '1',
        text: { markdown: 'a'.repeat(length) },
        internal: false,
        pinned: false,
        approval: 'approved',
        deleted: false,
      },
    }
}

async function sizesOf(items: Iterable<ReaderItem>): Promise<number[]> {
  const sizes: number[] = []
  for await (const { items: batch } of batchesOf(
    (async function* () {
      yield* items
    })(),
    memory(),
  ))
    sizes.push(batch.length)
  return sizes
}

test('a batch of long texts has fewer items than one of short texts, and no item is lost', async () => {
  expect(await sizesOf(comments(2_500, 100))).toEqual([1_000, 1_000, 500])
  expect(await sizesOf(comments(50, 2 ** 20))).toEqual(Array<number>(25).fill(2))
})
