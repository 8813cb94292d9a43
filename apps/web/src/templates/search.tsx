import { SearchPage } from '../search/SearchPage.tsx';

export default SearchPage;
