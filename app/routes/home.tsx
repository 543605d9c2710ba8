import { Page } from '../ui/page.tsx';
export default function Home() {
  return (
    <Page title="x">
      <p>x</p>
    </Page>
  );
}
