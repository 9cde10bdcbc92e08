import { createElement, type ComponentProps } from 'react';

interface IconShape {
  node: [tag: 'path', attributes: ComponentProps<'path'>][];
}

/**
 * Takes the place of lucide-react's own function of this kind (vite.config.ts), which brings contexts, aliases and
 * class names that no icon here uses, into every page. A default export, because the icons import it as one.
 */
export default function createIcon({ node }: IconShape) {
  return function Icon(props: ComponentProps<'svg'>) {
    return (
      <svg
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    );
  };
}
