import type { Page } from 'playwright/test';

/**
 * Does in every page that is opened from now on what Chromium's translation does: it puts the text of each text node
 * into two new `<font>` elements, which take the node's place, also in all that changes later.
 */
export const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const replace = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, svg')) continue;
        const outer = document.createElement('font');
        outer.append(document.createElement('font'));
        outer.firstElementChild?.append(text.data);
        text.replaceWith(outer);
      }
    };
    addEventListener('load', () => {
      replace(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const node of [target, ...addedNodes])
            if (node.isConnected && (node instanceof Text || addedNodes.length)) replace(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
