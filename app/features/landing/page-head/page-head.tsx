import type { VisitorData } from '../../../../api/contract/schemas/visitors/visitor-pages.ts';

/** What the head of a page says. */
export interface HeadTexts {
  /** Below the installation's own address. */
  path: string;
  title: string;
  description: string;
  /** The preview in other apps. */
  share: { title: string; text: string };
}

/** The title of a visitor's page, its one address, its preview in other apps (Open Graph), its colours and icons. */
export function PageHead({
  data: {
    business: { name, url },
    look: { hash, paper, markUrl },
  },
  path,
  title,
  description,
  share,
}: {
  data: VisitorData;
} & HeadTexts) {
  const address = `${url}${path}`;
  const icon = (file: string) => `/icons/${file}${hash && `?look=${hash}`}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={share.title} />
      <meta property="og:description" content={share.text} />
      <meta property="og:image" content={`${url}${icon('icon-512.png')}`} />
      <meta property="og:image:width" content="512" />
      <meta property="og:image:height" content="512" />
      <meta property="og:image:alt" content={name} />
      <meta name="twitter:card" content="summary" />
      <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
      {markUrl ? (
        <link rel="icon" href={markUrl} />
      ) : (
        <link rel="icon" href={icon('mark.svg')} type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={icon('apple-touch-icon.png')} />
      <meta name="apple-mobile-web-app-title" content={name} />
    </>
  );
}
