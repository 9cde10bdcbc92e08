import type { ReactNode } from 'react';

/**
 * A text of the panel as a page: `## ` is a heading, `- ` an item of a list, an empty line ends a paragraph, and what
 * stands in square brackets is still to be filled in. Nothing else is markup.
 */
export function LongText({ text }: { text: string }) {
  return (
    <div className="mt-6 flex max-w-[68ch] flex-col gap-4 text-base break-words">
      {splitBlocks(text).map((block, at) => (
        // A text has no ids, and its blocks never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={at} block={block} />
      ))}
    </div>
  );
}

type TextBlock = { kind: 'heading' | 'paragraph'; text: string } | { kind: 'list'; items: string[] };

/** A heading or a list ends the paragraph before it, with or without an empty line. */
export function splitBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const last = blocks.at(-1);
    if (line === '') isOpen = false;
    else if (line.startsWith('## ')) {
      blocks.push({ kind: 'heading', text: line.slice(3) });
      isOpen = false;
    } else if (line.startsWith('- ')) {
      if (isOpen && last?.kind === 'list') last.items.push(line.slice(2));
      else blocks.push({ kind: 'list', items: [line.slice(2)] });
      isOpen = true;
    } else if (isOpen && last?.kind === 'paragraph') last.text += ` ${line}`;
    else {
      blocks.push({ kind: 'paragraph', text: line });
      isOpen = true;
    }
  }
  return blocks;
}

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="mt-4 text-lg">{block.text}</h2>;
    case 'list':
      return (
        <ul className="ml-5 flex list-disc flex-col gap-1.5 text-muted">
          {block.items.map((item) => (
            <li key={item}>{markGaps(item)}</li>
          ))}
        </ul>
      );
    case 'paragraph':
      return <p className="text-muted">{markGaps(block.text)}</p>;
  }
}

/** What only the owner knows, so that nobody takes it for a part of the text. */
function markGaps(text: string): ReactNode[] {
  return text.split(/(\[[^\]]*\])/).map((part) =>
    part.startsWith('[') ? (
      <mark key={part} className="rounded-control bg-accent/15 px-1 text-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
